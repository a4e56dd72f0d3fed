import { editMany } from '../../contract/locations.ts'
import { Location } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several locations with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'locationId',
    row: (trx, id) => Location.query(trx).findById(id),
    values: (_trx, row) => valuesOf(row),
  }),
)
