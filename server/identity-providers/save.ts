import { isLoopback, save } from '../../contract/identity-providers.ts'
import { IdentityProvider, Tenant } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { mayUseLoopback } from './allowed-addresses.ts'
import { endLinks } from './end-links.ts'
import { fieldsOf } from './row.ts'

/**
 * Saves the provider of a company (rule IP-1). No secret given = the stored one stays, as long as issuer and client stay:
 * a secret is never shown to another issuer. A university that is none any more, or another one, loses its links.
 */
export default handle(save, async ({ input, actor, trx, refuse, context }) => {
  const { tenantId, version, clientSecret, ...fields } = input
  if (isLoopback(new URL(fields.issuer).hostname) && !mayUseLoopback(context.addresses))
    return refuse('bad-input', undefined, [{ path: 'issuer', issue: 'field-issuer' }])
  const tenant = await Tenant.query(trx).findById(tenantId).forKeyShare().select('id')
  if (!tenant) return refuse('not-found')
  if (version === 0) {
    const row = { tenantId, ...fields, clientSecret, createdBy: actor.userId, modifiedBy: actor.userId }
    const made = await IdentityProvider.query(trx).insert(row).onConflict().ignore().returning(['version'])
    const first: number | undefined = made.version
    if (first !== undefined) return { tenantId, version: first }
  }
  const kept = await lockVersion(trx, refuse, {
    row: IdentityProvider.query(trx).findById(tenantId),
    seen: version,
    current: (provider) => ({ ...fieldsOf(provider), clientSecret: null }),
  })
  const sameClient = kept.issuer === fields.issuer && kept.clientId === fields.clientId
  const secret = clientSecret ?? (sameClient ? kept.clientSecret : null)
  const row = { ...fields, clientSecret: secret, modifiedBy: actor.userId }
  const ends = kept.university && (!fields.university || kept.issuer !== fields.issuer)
  const saved = await kept.$query(trx).patchAndFetch(row)
  if (ends) await endLinks(trx, tenantId)
  return { tenantId, version: saved.version }
})
