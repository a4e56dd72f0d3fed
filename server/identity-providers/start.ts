import type { Knex } from 'knex'
import type { IdentityProvider } from '../../db/models/people.ts'
import type { Context } from '../kernel/context.ts'
import { type Attempt, beginAttempt } from './attempt.ts'
import { authorizationAddress } from './authorization-address.ts'
import type { Discovered } from './discovered.ts'

interface Start {
  readonly kind: Exclude<Attempt['kind'], 'confirm'>
  readonly provider: IdentityProvider
  /** Whose account it is for; null = the person who signs in. */
  readonly userId: number | null
  readonly redirectUri: string
  readonly loginHint?: string
}
interface Needs extends Pick<Context, 'knex'> {
  readonly discovered: Discovered
}

/** Begins a sign-in at a provider: returns where the browser goes on, and the value of its cookie. Throws a ProviderFault. */
export async function startAtProvider(
  { knex, discovered }: Needs,
  { kind, provider, userId, redirectUri, loginHint }: Start,
): Promise<{ address: string; value: string }> {
  // The provider first: if it does not answer, nothing is stored.
  await discovered.of(provider)
  const value = await knex.transaction(async (trx) => {
    if (kind === 'university' && userId !== null) await prepareLink(trx, userId, provider)
    return beginAttempt(trx, { kind, tenantId: provider.tenantId, userId, redirectUri })
  })
  const way = { value, redirectUri, ...(loginHint === undefined ? {} : { loginHint }) }
  return { address: await authorizationAddress(discovered, provider, way), value }
}

/** A link that exists stays until the university has said who the person is. */
async function prepareLink(trx: Knex, userId: number, { issuer, tenantId }: IdentityProvider): Promise<void> {
  await trx('university_links')
    .insert({ user_id: userId, university: issuer, tenant_id: tenantId, state: 'prepared' })
    .onConflict('user_id')
    .ignore()
}
