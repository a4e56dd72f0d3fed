import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { cookiesSet } from '../../http/testing/cookies.ts'
import { callbackPath } from '../callback.ts'

/** Claims of a person at the provider. */
export interface PersonThere {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  eduperson_scoped_affiliation?: string[]
}
export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** People by subject; a test changes their claims. */
  readonly people: Record<string, PersonThere>
  /** Subject of the person who is at the keyboard there. */
  current: string
  /** Names that callers gave for the person (login_hint). */
  readonly hints: (string | undefined)[]
  close(): Promise<void>
}

/** Starts a real OpenID provider on loopback, which knows portals at the given addresses; the `current` person is signed in there and agrees. */
export async function startProvider(portals: readonly string[]): Promise<TestProvider> {
  let callback: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const server = createServer((request, response) => void callback(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secret = randomBytes(16).toString('hex')
  const test: TestProvider = {
    issuer,
    clientId: 'portal',
    clientSecret: secret,
    people: {},
    current: 'ada',
    hints: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, configurationOf(test, portals))
  const answer = provider.callback()
  callback = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params, prompt } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') test.hints.push(params['login_hint'] as string | undefined)
    const grant = new provider.Grant({ accountId: test.current, clientId: test.clientId })
    grant.addOIDCScope(String(params['scope']))
    const result = { login: { accountId: test.current, remember: false }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  return test
}

function configurationOf(test: TestProvider, portals: readonly string[]): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: test.clientId,
        client_secret: test.clientSecret,
        redirect_uris: portals.map((portal) => `${portal}${callbackPath}`),
        post_logout_redirect_uris: portals.map((portal) => `${portal}/users/login`),
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'eduperson_scoped_affiliation'],
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...test.people[id] }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`
        },
      },
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
  }
}

/** Goes where a portal sends the browser, as a browser with its own cookies there; returns the query string with which it comes back. */
export async function signInAt(address: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = address
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const [name, value] of cookiesSet(response.headers)) cookies.set(name, value)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    const next = new URL(location, url)
    if (next.pathname === callbackPath) return next.search.slice(1)
    url = next.href
  }
  throw new Error('the provider sends the browser round in circles')
}
