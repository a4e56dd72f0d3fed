import { remove } from '../../contract/roles.ts'
import { Role, User } from '../../db/models/people.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { valuesOf } from './edit.ts'
import { isStandard } from './texts.ts'

/** Removes a role (rule RO-1). Refused while people have it, who are named; the four roles of the portal stay. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { roleId, version } = input
  const role = await lockVersion(trx, refuse, {
    row: Role.query(trx).findById(roleId),
    seen: version,
    current: valuesOf,
    forRemoval: true,
  })
  if (isStandard(role)) return refuse('role-standard')
  await refuseDependants(refuse, [
    { kind: 'user', rows: User.query(trx).where('role_id', roleId), nameColumn: 'username' },
  ])
  await role.$query(trx).delete()
  return { roleId }
})
