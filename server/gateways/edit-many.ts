import { editMany } from '../../contract/gateways.ts'
import { Gateway, Site } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several gateways with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'gatewayId',
    row: (trx, id) => Gateway.query(trx).findById(id),
    values: (_trx, row) => valuesOf(row),
    names: {
      siteId: namesBy(Site, 'coalesce(full_name, name)'),
    },
  }),
)
