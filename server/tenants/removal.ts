import { remove } from '../../contract/tenants.ts'
import { Document } from '../../db/models/media.ts'
import { Tenant, User, Zone } from '../../db/models/people.ts'
import { Code, CostCenter, Tariff } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** Maximum number of users, zones and sites that are named. */
const maxNamed = 100

/** How companies are deleted (rule TE-4): without users, zones, sites or money. */
export const removal: Removal = {
  entity: 'tenant',
  table: 'tenants',
  access: remove.access,
  destructive: true,
  names: async (trx, ids) => (await Tenant.query(trx).findByIds([...ids])).map(({ name }) => name),
  dependants: (trx, ids) => {
    const own = <Q extends { whereIn(column: string, values: readonly number[]): Q }>(query: Q) =>
      query.whereIn('tenant_id', ids)
    const zones = trx('zones')
      .select('id')
      .whereIn('tenant_id', [...ids])
    return [
      {
        kind: 'user',
        rows: User.query(trx).whereIn(
          'id',
          trx('user_tenants')
            .select('user_id')
            .whereIn('tenant_id', [...ids]),
        ),
        nameColumn: 'username',
        maxNamed,
      },
      { kind: 'zone', rows: own(Zone.query(trx)), maxNamed },
      {
        kind: 'site',
        rows: Site.query(trx).whereIn('id', trx('site_zones').select('site_id').whereIn('zone_id', zones)),
        maxNamed,
      },
      { kind: 'tariff', rows: own(Tariff.query(trx)) },
      { kind: 'code', rows: own(Code.query(trx)) },
      { kind: 'document', rows: own(Document.query(trx)) },
      { kind: 'cost-center', rows: own(CostCenter.query(trx)) },
    ]
  },
}
