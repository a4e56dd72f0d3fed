import { remove } from '../../contract/identity-providers.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { many } from '../../db/sql.ts'
import type { Removal } from '../effects/removal.ts'

/** How the provider of a company is removed: its people can no longer sign in there, and lose what a university enrolled them in. */
export const removal: Removal = {
  entity: 'identity-provider',
  table: 'identity_providers',
  access: remove.access,
  destructive: true,
  names: async (trx, tenantIds) =>
    (await IdentityProvider.query(trx).findByIds([...tenantIds])).map(({ label }) => label),
  dependants: () => [],
  losers: async (trx, tenantIds) =>
    (await many<{ id: number }>(trx, linkedPeople, { tenantIds: [...tenantIds] })).map(({ id }) => id),
}

/** SQL: people who signed in at the provider, or are linked with it as a university. */
const linkedPeople = `select u.id from users u
    join user_tenants ut on ut.user_id = u.id join identity_providers p on p.tenant_id = ut.tenant_id and p.issuer = u.sso_issuer
  where p.tenant_id = any (:tenantIds)
  union select user_id from university_links where tenant_id = any (:tenantIds) order by 1`
