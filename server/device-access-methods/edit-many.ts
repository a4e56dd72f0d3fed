import { editMany } from '../../contract/device-access-methods.ts'
import { DeviceAccessMethod } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit, { valuesOf } from './edit.ts'

/** Changes the same fields of several methods with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'accessMethodId',
    row: (trx, id) => DeviceAccessMethod.query(trx).findById(id),
    values: (_trx, row) => valuesOf(row),
  }),
)
