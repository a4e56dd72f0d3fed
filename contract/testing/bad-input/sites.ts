import { maxLength } from '../../fields.ts'
import { add, edit, newSite, siteTexts } from '../../sites/admin.ts'
import {
  type BadInput,
  manyReferences,
  optionalReferences,
  optionalTexts,
  optionalWholes,
  switches,
  texts,
  translated,
  unknown,
  wholes,
} from './values.ts'

export const sitesBadInput: BadInput = {
  entity: 'sites',
  add,
  edit,
  idKey: 'siteId',
  good: { ...newSite, name: 'North', zoneIds: [1] },
  wrong: [
    ...texts(maxLength.name, 'name'),
    ...optionalTexts(maxLength.note, 'fullName', 'scsPlId'),
    ...optionalTexts(maxLength.name, 'type'),
    ...optionalTexts(maxLength.description, 'description', 'directions'),
    ...optionalReferences('locationId'),
    ...manyReferences(100, 'zoneIds'),
    [{ zoneIds: [] }, 'zoneIds', 'field-too-few'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone', 'field-not-offered'],
    [{ timeZone: null }, 'timeZone', 'field-required'],
    ...switches('monitoring', 'visualizationEnabled', 'licencePlateMandatory'),
    ...optionalWholes({ min: 0 }, 'capacity'),
    ...wholes({ min: 20, max: 2_000 }, 'geofenceM'),
    ...translated(siteTexts),
    ...unknown,
  ],
}
