import { managerOptions } from '../../contract/zones.ts'
import { User } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { containing } from '../kernel/sql.ts'

/** Maximum number of people that a search offers. */
const maxOptions = 50

/** Reservation managers by name whom the caller may choose. */
export default answer(managerOptions, async ({ input, actor, trx }) => {
  const like = containing(input.search)
  const found = await User.query(trx)
    .modify('canManageZones')
    .modify('sharesZoneWith', actor)
    .whereNot('users.state', 'DEACTIVATED')
    .where((of) => {
      of.where('users.full_name', 'ilike', like)
        .orWhere('users.username', 'ilike', like)
        .orWhere('users.email', 'ilike', like)
    })
    .orderByRaw('lower(users.full_name), users.username')
    .limit(maxOptions)
  return found.map((user) => ({ id: user.id, name: user.shownName }))
})
