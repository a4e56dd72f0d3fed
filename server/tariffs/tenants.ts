import { tenants } from '../../contract/tariffs.ts'
import { Tenant } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { searchIn } from '../lists/search.ts'

/** Companies for which the caller can add tariffs. */
export default answer(tenants, async ({ input, actor, trx }) => {
  const found = Tenant.query(trx).modify('named').modify('visibleTo', actor)
  searchIn(found, ['tenants.name'], input.search)
  return found.orderByRaw('lower(tenants.name), tenants.id')
})
