import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { IdentityProvider } from '../../db/models/people.ts'
import { secretsOf } from './attempt.ts'
import type { Discovered } from './discovered.ts'

interface Way {
  /** Of the attempt's cookie. */
  readonly value: string
  readonly redirectUri: string
  /** The name by which the provider knows the person, typed by the person. */
  readonly loginHint?: string
}

/** Returns where a person signs in at a provider: authorization code with PKCE, state and nonce. Throws a ProviderFault. */
export async function authorizationAddress(
  discovered: Discovered,
  provider: IdentityProvider,
  { value, redirectUri, loginHint }: Way,
): Promise<string> {
  const { state, nonce, codeVerifier } = secretsOf(value)
  const address = buildAuthorizationUrl(await discovered.of(provider), {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  })
  return address.href
}
