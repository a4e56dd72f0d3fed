import { remove } from '../../contract/roles.ts'
import { Role } from '../../db/models/people.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { valuesOf } from './edit.ts'
import { removal } from './removal.ts'
import { isStandard } from './texts.ts'

/** Removes a role (rule RO-1). Refused while people have it, who are named; the four roles of the portal stay. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { roleId, version } = input
  const role = await lockVersion(trx, refuse, {
    row: Role.query(trx).findById(roleId),
    seen: version,
    current: valuesOf,
    forRemoval: true,
  })
  if (isStandard(role)) return refuse('role-standard')
  await refuseDependants(refuse, removal.dependants(trx, [roleId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: roleId, seen: input.world, now })
  await role.$query(trx).delete()
  return { roleId }
})
