import type * as z from 'zod'
import { adminFeatures, bookers } from '../../contract/features.ts'
import { finishInput, type finishReply, startInput, testInput, testReply } from '../../contract/identity-providers.ts'
import { prepareInput } from '../../contract/university.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { type HttpCall, limitAddress, type Reply, read, readBody } from '../http/call.ts'
import { attemptCookie } from '../identity-providers/attempt-cookie.ts'
import { callbackPath } from '../identity-providers/callback.ts'
import { ProviderFault } from '../identity-providers/discovered.ts'
import { confirmLink, finishAtProvider } from '../identity-providers/finish.ts'
import { providerOfPage } from '../identity-providers/offered.ts'
import { startAtProvider } from '../identity-providers/start.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { isSecure } from '../kernel/context.ts'
import { languageOf } from '../kernel/language.ts'
import { requireFresh } from '../session/require-fresh.ts'
import { browserOf, cookiesPlain, setSessionCookies } from './session-started.ts'

const refuse = refuser<
  | 'confirm-identity'
  | 'field-issuer'
  | 'provider-invalid'
  | 'provider-unreachable'
  | 'sign-in-not-offered'
  | 'university-not-offered'
>()
/** A whole campus may share an address. */
const addressRate = { points: 300, seconds: 60 }
const personRate = { points: 20, seconds: 60 }

/** The provider must know this address; it refuses any other. */
function redirectUriOf({ request, context }: HttpCall): string {
  const secure = request.secure || isSecure(context.addresses)
  return `${secure ? 'https' : 'http'}://${request.host}${callbackPath}`
}

type Begun = Omit<Parameters<typeof startAtProvider>[1], 'redirectUri'>

async function begin(call: HttpCall, begun: Begun): Promise<Reply> {
  const needs = { knex: call.context.knex, discovered: call.edge.discovered }
  const start = { ...begun, redirectUri: redirectUriOf(call) }
  const { address, value } = await startAtProvider(needs, start).catch((error: unknown) => refuseFault(call, error))
  call.response.append('Set-Cookie', attemptCookie.set(value, cookiesPlain(call)))
  return { json: { address } }
}

function refuseFault({ context }: HttpCall, error: unknown): never {
  if (!(error instanceof ProviderFault)) throw error
  context.log.warn({ err: error }, 'an identity provider is not usable')
  return refuse(error.code)
}

/** POST /users/oidc/start with { page } or { linkTenantId }: begins a sign-in at the identity provider of a company; { address } = where to go on. */
export async function postOidcStart(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.oidc', addressRate)
  const input = readBody(call, startInput)
  if ('page' in input) {
    const page = { hostname: call.request.hostname, path: input.page }
    const provider = await providerOfPage(call.context.knex, page)
    return provider ? begin(call, { kind: 'sign-in', provider, userId: null }) : refuse('sign-in-not-offered')
  }
  const found = await read(
    call,
    { name: 'identityProviders.link', access: 'session', rate: personRate },
    async ({ trx, actor, now }) => {
      await requireFresh(trx, actor, now, refuse)
      const provider = actor.tenantIds.includes(input.linkTenantId)
        ? await IdentityProvider.query(trx).findById(input.linkTenantId).where({ enabled: true })
        : undefined
      return provider ? { provider, userId: actor.userId } : null
    },
  )
  return found ? begin(call, { kind: 'link', ...found }) : refuse('sign-in-not-offered')
}

/** POST /codes/prepareTuAuthorize with { tuid }: begins the link with the university account of that name; { address } = where to go on. */
export async function postPrepareTuAuthorize(call: HttpCall): Promise<Reply> {
  const { tuid, tenantId } = readBody(call, prepareInput)
  const found = await read(
    call,
    { name: 'university.prepare', access: bookers, rate: personRate },
    async ({ trx, actor }) => {
      const own = actor.tenantIds.filter((each) => tenantId === undefined || each === tenantId)
      const offered = { enabled: true, university: true }
      const provider = await IdentityProvider.query(trx)
        .where(offered)
        .whereIn('tenant_id', own)
        .orderBy('label')
        .first()
      return provider ? { provider, userId: actor.userId } : null
    },
  )
  return found
    ? begin(call, { kind: 'university', ...found, ...(tuid === undefined ? {} : { loginHint: tuid }) })
    : refuse('university-not-offered')
}

/** POST /users/oidc/finish with { query }, the query string with which the provider sent the browser back: signs in or links. */
export async function postOidcFinish(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.oidc', addressRate)
  const { query } = readBody(call, finishInput)
  const { context, edge, request, response } = call
  const plain = cookiesPlain(call)
  const value = attemptCookie.read(request.get('cookie'), plain)
  response.append('Set-Cookie', attemptCookie.clear(plain))
  const language = languageOf(request.get('accept-language'))
  const visit = { ...browserOf(call), language, addresses: context.addresses }
  const { outcome, label, session, confirm } = await finishAtProvider(
    { knex: context.knex, log: context.log, discovered: edge.discovered },
    { value, query, visit },
  )
  if (session) await setSessionCookies(call, session)
  if (confirm !== undefined) response.append('Set-Cookie', attemptCookie.set(confirm, plain))
  return { json: { outcome, label } satisfies z.output<typeof finishReply> }
}

/** POST /users/oidc/confirm: links the account that has just signed in, after finish replied `confirm`; { label }. */
export async function postOidcConfirm(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.oidc', addressRate)
  const plain = cookiesPlain(call)
  const label = await call.context.knex.transaction(async (trx) => {
    const { actor, now } = await admit(trx, call.sessionHash, 'session', { writes: true })
    await requireFresh(trx, actor, now, refuse)
    return confirmLink(trx, { actor, now }, attemptCookie.read(call.request.get('cookie'), plain))
  })
  call.response.append('Set-Cookie', attemptCookie.clear(plain))
  return { json: { label } }
}

/** POST /users/oidc/test with { issuer }: what an identity provider says about itself. Admins only. */
export async function postOidcTest(call: HttpCall): Promise<Reply> {
  const { issuer } = readBody(call, testInput)
  const access = { name: 'identityProviders.test', access: adminFeatures, rate: personRate }
  await read(call, access, async () => {})
  const client = { issuer, clientId: 'test', clientSecret: null }
  const found = await call.edge.discovered.fresh(client).catch((error: unknown) => refuseFault(call, error))
  const { end_session_endpoint, claims_supported = [] } = found.serverMetadata()
  const reply = {
    issuer: found.serverMetadata().issuer,
    pkce: found.serverMetadata().supportsPKCE(),
    signOut: end_session_endpoint !== undefined,
    claims: claims_supported.slice(0, 100),
  }
  return { json: testReply.parse(reply) }
}
