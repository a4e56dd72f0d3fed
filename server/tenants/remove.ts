import { remove } from '../../contract/tenants.ts'
import { Document } from '../../db/models/media.ts'
import { Tenant, User, Zone } from '../../db/models/people.ts'
import { Code, CostCenter, Tariff } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Maximum number of users, zones and sites that are named. */
const maxNamed = 100

/** Money that it took or gave back stays in the ledger for good. */
const ledger = {
  transactions_from_account_id_fkey: { code: 'in-use' },
  transactions_to_account_id_fkey: { code: 'in-use' },
  invoice_counters_tenant_id_fkey: { code: 'in-use' },
} as const

/** Removes a company (rule TE-4). Refused, with names, while users, zones, sites or money depend on it. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { tenantId, version } = input
  const tenant = await lockVersion(trx, refuse, {
    row: Tenant.query(trx).findById(tenantId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  const zones = Zone.query(trx).where('tenant_id', tenantId)
  const own = <Q extends { where(column: string, value: number): Q }>(query: Q) => query.where('tenant_id', tenantId)
  await refuseDependants(
    refuse,
    [
      {
        kind: 'user',
        rows: User.query(trx).whereIn('id', trx('user_tenants').select('user_id').where('tenant_id', tenantId)),
        nameColumn: 'username',
        maxNamed,
      },
      { kind: 'zone', rows: zones, maxNamed },
      {
        kind: 'site',
        rows: Site.query(trx).whereIn(
          'id',
          trx('site_zones')
            .select('site_id')
            .whereIn('zone_id', trx('zones').select('id').where('tenant_id', tenantId)),
        ),
        maxNamed,
      },
      { kind: 'tariff', rows: own(Tariff.query(trx)) },
      { kind: 'code', rows: own(Code.query(trx)) },
      { kind: 'document', rows: own(Document.query(trx)) },
      { kind: 'cost-center', rows: own(CostCenter.query(trx)) },
    ],
    'tenant-in-use',
  )
  await translateConstraints(trx, refuse, ledger, () => tenant.$query(trx).delete())
  return { tenantId }
})
