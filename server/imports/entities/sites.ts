import { add, edit, newSite, read } from '../../../contract/sites/admin.ts'
import { Site } from '../../../db/models/sites.ts'
import { type Importable, idsOf, number, reference, references, text, yesNo } from '../entity.ts'

/** Sites, found by name. */
export const sites: Importable = {
  entity: 'sites',
  add,
  edit,
  read,
  idField: 'siteId',
  defaults: newSite,
  columns: [
    text('name'),
    text('fullName'),
    references('zoneIds', 'zone'),
    reference('locationId', 'location'),
    text('description'),
    text('directions'),
    text('timeZone'),
    text('type'),
    yesNo('monitoring'),
    yesNo('visualizationEnabled'),
    yesNo('licencePlateMandatory'),
    text('scsPlId'),
    number('capacity'),
    number('geofenceM'),
  ],
  key: ['name'],
  required: ['zoneIds'],
  async find({ trx, actor }, { name }) {
    const found = Site.query(trx).modify('visibleTo', actor).select('sites.id')
    return idsOf(await found.whereRaw('lower(sites.name) = lower(?)', [name as string]))
  },
  async ids({ trx, actor }) {
    return idsOf(await Site.query(trx).modify('visibleTo', actor).select('sites.id').orderBy('sites.id'))
  },
}
