import { editMany } from '../../contract/products.ts'
import { Product, Role } from '../../db/models/people.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { roleIdsOf } from './roles-of.ts'
import { valuesOf } from './row.ts'

/** Changes the same fields of several products with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'productId',
    row: (trx, id) => Product.query(trx).findById(id),
    values: async (trx, row) => valuesOf(row, await roleIdsOf(trx, row.id)),
    names: {
      roleIds: namesBy(Role),
    },
  }),
)
