import { authorizationCodeGrant, fetchUserInfo, type IDToken, type UserInfoResponse } from 'openid-client'
import type { IdentityProvider } from '../../db/models/people.ts'
import { groupsOf } from '../university/affiliation.ts'
import type { Affiliation } from '../university/save-link.ts'
import { secretsOf } from './attempt.ts'
import type { Discovered } from './discovered.ts'

/** Who signed in at a provider. Issuer and subject identify the person; nothing else does. */
export interface Identity extends Affiliation {
  /** Null = the provider names none, or has not confirmed it. */
  readonly email: string | null
  readonly firstname: string | null
  readonly lastname: string | null
}

interface Returned {
  /** Of the attempt's cookie. */
  readonly value: string
  readonly redirectUri: string
  /** The query string with which the provider sent the browser back. */
  readonly query: string
}

/**
 * Exchanges the code for the claims of the person: state, issuer, PKCE, nonce, audience, expiry and signature are
 * checked. Throws the library's error for anything that is wrong.
 */
export async function exchange(
  discovered: Discovered,
  provider: IdentityProvider,
  { value, redirectUri, query }: Returned,
): Promise<Identity> {
  const configuration = await discovered.of(provider)
  const { state, nonce, codeVerifier } = secretsOf(value)
  const address = new URL(redirectUri)
  address.search = query
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('there is no ID token')
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : undefined
  return identityOf(provider, claims, more)
}

function identityOf(provider: IdentityProvider, claims: IDToken, more: UserInfoResponse | undefined): Identity {
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims }
  // Both from one source: what one says must not confirm the address of the other.
  const { email, email_verified: verified } = claims['email'] === undefined ? (more ?? {}) : claims
  return {
    tenantId: provider.tenantId,
    issuer: claims.iss,
    subject: claims.sub,
    groups: groupsOf(all[provider.affiliationClaim]),
    email: typeof email === 'string' && (verified === true || verified === 'true') ? email.trim() : null,
    firstname: named(all['given_name']),
    lastname: named(all['family_name']),
  }
}

const named = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 45) || null : null)
