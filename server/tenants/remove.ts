import { remove } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Money that it took or gave back stays in the ledger for good. */
const ledger = {
  transactions_from_account_id_fkey: { code: 'in-use' },
  transactions_to_account_id_fkey: { code: 'in-use' },
  invoice_counters_tenant_id_fkey: { code: 'in-use' },
} as const

/** Removes a company (rule TE-4). Refused, with names, while users, zones, sites or money depend on it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { tenantId, version } = input
  const tenant = await lockVersion(trx, refuse, {
    row: Tenant.query(trx).findById(tenantId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [tenantId], { actor, now }), 'tenant-in-use')
  await checkRemoval(trx, refuse, { removal, id: tenantId, seen: input.world, now })
  await translateConstraints(trx, refuse, ledger, () => tenant.$query(trx).delete())
  return { tenantId }
})
