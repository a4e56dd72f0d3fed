import { buildEndSessionUrl } from 'openid-client'
import { IdentityProvider } from '../../db/models/people.ts'
import type { Context } from '../kernel/context.ts'
import type { Discovered } from './discovered.ts'

interface Needs extends Pick<Context, 'knex' | 'log'> {
  readonly discovered: Discovered
}

/**
 * Returns where a person ends the session at the identity provider that began this one; null without one, or one that
 * offers no sign-out or does not answer. Never throws: logging out here must not depend on it.
 */
export async function signOutAddress(
  { knex, log, discovered }: Needs,
  sessionHash: Buffer | null,
  returnTo: string,
): Promise<string | null> {
  if (sessionHash === null) return null
  try {
    const begun = knex('sessions').where({ id_hash: sessionHash }).whereNull('revoked_at').select('provider_tenant_id')
    const provider = await IdentityProvider.query(knex).where('tenant_id', begun).where({ enabled: true }).first()
    if (!provider) return null
    const configuration = await discovered.of(provider)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
  } catch (error) {
    log.warn({ err: error }, 'no sign-out at the identity provider')
    return null
  }
}
