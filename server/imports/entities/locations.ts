import { add, edit, newLocation, points, read } from '../../../contract/locations.ts'
import { Location } from '../../../db/models/sites.ts'
import { type Importable, idsOf, number, text } from '../entity.ts'

/** Locations, found by name. */
export const locations: Importable = {
  entity: 'locations',
  add,
  edit,
  read,
  idField: 'locationId',
  defaults: newLocation,
  columns: [
    text('name'),
    text('type'),
    text('description'),
    text('address'),
    text('zip'),
    text('city'),
    text('country'),
    text('additionalSupportInfo'),
    text('imagePath'),
    number('lengthMm'),
    number('widthMm'),
    ...points.flatMap(([north, east]) => [number(north), number(east)]),
  ],
  key: ['name'],
  required: [],
  async find({ trx }, { name }) {
    return idsOf(
      await Location.query(trx)
        .whereRaw('lower(name) = lower(?)', [name as string])
        .select('id'),
    )
  },
  async ids({ trx }) {
    return idsOf(await Location.query(trx).select('id').orderBy('id'))
  },
}
