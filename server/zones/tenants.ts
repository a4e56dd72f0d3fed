import { tenants } from '../../contract/zones.ts'
import { Tenant } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Companies of the caller's zones; for admins all. */
export default answer(tenants, async ({ actor, trx }) =>
  Tenant.query(trx).modify('named').modify('visibleTo', actor).orderByRaw('lower(tenants.name), tenants.id'),
)
