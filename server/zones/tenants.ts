import { tenants } from '../../contract/zones.ts'
import { Tenant } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { searchIn } from '../lists/search.ts'

/** Companies of the caller's zones; all of them for admins. */
export default answer(tenants, async ({ input, actor, trx }) => {
  const found = Tenant.query(trx).modify('named').modify('visibleTo', actor)
  searchIn(found, ['tenants.name'], input.search)
  return found.orderByRaw('lower(tenants.name), tenants.id')
})
