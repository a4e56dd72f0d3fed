import { editMany } from '../../contract/barriers.ts'
import { Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import { valuesOf } from './checks.ts'
import edit from './edit.ts'

/** Changes the same fields of several barriers with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'barrierId',
    row: (trx, id) => Barrier.query(trx).findById(id).modify('visibleTo', call.actor),
    values: (_trx, row) => valuesOf(row),
    names: {
      siteId: namesBy(Site, 'coalesce(full_name, name)'),
      gatewayId: namesBy(Gateway),
      deviceId: namesBy(Device),
    },
  }),
)
