import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { isLoopback } from '../../contract/identity-providers.ts'
import type { IdentityProvider } from '../../db/models/people.ts'
import type { Addresses } from '../kernel/context.ts'
import { mayUseLoopback } from './allowed-addresses.ts'
import { createProviderFetch } from './provider-fetch.ts'

/** What is needed to talk to a provider. */
export type Client = Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>

/** Identity providers as this process knows them. */
export interface Discovered {
  /** Returns a provider's own description, at most ten minutes old. Throws a ProviderFault. */
  of(client: Client): Promise<Configuration>
  /** The same, read again. */
  fresh(client: Client): Promise<Configuration>
}

/** The provider does not answer, or has another issuer. */
export class ProviderFault extends Error {
  readonly code: 'provider-unreachable' | 'provider-invalid'
  constructor(code: ProviderFault['code'], cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

const keptMs = 600_000
/** Time until a provider that failed is asked again. */
const pauseMs = 10_000
const maxKept = 200

/** Returns the providers of a process: each is asked once for its description and keys. */
export function createDiscovered(addresses: Addresses, clock: () => number = Date.now): Discovered {
  const loopback = mayUseLoopback(addresses)
  const reach = createProviderFetch({ loopback })
  const fetch: CustomFetch = (address, options) =>
    reach(address, options).catch((error: unknown) => {
      throw new Unanswered('no answer', { cause: error })
    })
  const kept = new Map<string, { at: number; configuration: Promise<Configuration> }>()
  const fresh = async ({ issuer, clientId, clientSecret }: Client): Promise<Configuration> => {
    try {
      const found = await discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
        [customFetch]: fetch,
        execute: [enableNonRepudiationChecks, ...(loopback ? [allowInsecureRequests] : [])],
      })
      checkEndpoints(found, loopback)
      return found
    } catch (error) {
      throw new ProviderFault(isUnanswered(error) ? 'provider-unreachable' : 'provider-invalid', error)
    }
  }
  return {
    fresh,
    of(client) {
      const key = JSON.stringify([client.issuer, client.clientId, client.clientSecret])
      const known = kept.get(key)
      if (known && clock() - known.at < keptMs) return known.configuration
      const configuration = fresh(client)
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
      kept.set(key, { at: clock(), configuration })
      configuration.catch(() => kept.set(key, { at: clock() - keptMs + pauseMs, configuration }))
      return configuration
    },
  }
}

/** By the Authorization header, unless the provider only takes the secret in the body. */
function authentication(secret: string | null): ClientAuth {
  if (secret === null) return None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const by = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    return by(secret)(server, client, body, headers)
  }
}

/** Browsers are sent to these addresses. */
function checkEndpoints(configuration: Configuration, loopback: boolean): void {
  const { authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } = configuration.serverMetadata()
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new Incomplete('an endpoint is missing')
  for (const endpoint of [authorization_endpoint, end_session_endpoint]) {
    if (endpoint === undefined) continue
    const { protocol, hostname } = new URL(endpoint)
    const allowed = protocol === 'https:' || (protocol === 'http:' && loopback && isLoopback(hostname))
    if (!allowed) throw new Incomplete(`${endpoint} is not https`)
  }
}

class Incomplete extends Error {}
class Unanswered extends Error {}

/** Returns whether nothing answered; the library wraps the error. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof Unanswered || isUnanswered(error.cause)
}
