import { managerOptions } from '../../contract/zones.ts'
import { User } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { searchIn } from '../lists/search.ts'

/** Maximum number of people in a search result. */
const maxOptions = 50

/** Reservation managers, by name, whom the caller may choose. */
export default answer(managerOptions, async ({ input, actor, trx }) => {
  const found = User.query(trx)
    .modify('canManageZones')
    .modify('sharesZoneWith', actor)
    .whereNot('users.state', 'DEACTIVATED')
    .orderByRaw('lower(users.full_name), users.username')
    .limit(maxOptions)
  searchIn(found, ['users.full_name', 'users.username', 'users.email'], input.search)
  return (await found).map((user) => ({ id: user.id, name: user.shownName }))
})
