import { editMany } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { editRows } from '../admin/edit-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { productIdsOf } from './products-of.ts'
import { fieldsOf } from './row.ts'

/** Changes the same fields of several companies with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'tenantId',
    row: (trx, id) => Tenant.query(trx).findById(id),
    values: async (trx, row) => ({ ...fieldsOf(row), productIds: await productIdsOf(trx, row.id), closing: [] }),
  }),
)
