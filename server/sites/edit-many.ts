import { editMany } from '../../contract/sites/admin.ts'
import { Zone } from '../../db/models/people.ts'
import { Site } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several sites with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'siteId',
    row: (trx, id) => Site.query(trx).findById(id).modify('visibleTo', call.actor),
    values: valuesOf,
    names: {
      zoneIds: namesBy(Zone),
    },
  }),
)
