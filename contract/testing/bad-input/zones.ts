import { maxLength } from '../../fields.ts'
import { add, edit, newZone, zoneTexts } from '../../zones.ts'
import {
  type BadInput,
  manyReferences,
  optionalTexts,
  references,
  switches,
  texts,
  translated,
  unknown,
} from './values.ts'

export const zonesBadInput: BadInput = {
  entity: 'zones',
  add,
  edit,
  idKey: 'zoneId',
  good: { ...newZone, tenantId: 1, name: 'Harbour' },
  wrong: [
    ...references('tenantId'),
    ...texts(maxLength.name, 'name'),
    ...optionalTexts(maxLength.description, 'description', 'additionalSupportInfo'),
    ...optionalTexts(maxLength.note, 'emailSenderName'),
    ...switches('monitoring', 'readableWithoutLogin', 'private'),
    ...manyReferences(1_000, 'siteIds', 'managerIds'),
    ...translated(zoneTexts),
    ...unknown,
  ],
}
