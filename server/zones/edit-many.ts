import { editMany } from '../../contract/zones.ts'
import { User, Zone } from '../../db/models/people.ts'
import { Site } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit, { valuesOf } from './edit.ts'

/** Changes the same fields of several zones with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'zoneId',
    row: (trx, id) => Zone.query(trx).findById(id).modify('visibleTo', call.actor),
    values: valuesOf,
    names: {
      siteIds: namesBy(Site, 'coalesce(full_name, name)'),
      managerIds: namesBy(User, 'coalesce(full_name, username)'),
    },
  }),
)
