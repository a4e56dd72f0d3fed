import * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import { confirmInput, type confirmReply, registerInput, renewInput } from '../../contract/registration.ts'
import { User } from '../../db/models/people.ts'
import { type HttpCall, limitAddress, type Reply, readBody, readQuery } from '../http/call.ts'
import { refused, refuser } from '../kernel/bus/refuse.ts'
import { confirmRegistration, sameBrowser } from '../session/confirm-registration.ts'
import { type DeadLink, findLink } from '../session/link-tokens.ts'
import { register } from '../session/register.ts'
import { newRegisteringBrowser, registeringCookie, registeringHashOf } from '../session/registering-cookie.ts'
import { renewRegistrationLink } from '../session/renew-registration-link.ts'
import { browserOf, cookiesPlain, setSessionCookies } from './session-started.ts'

const refuse = refuser<`link-${DeadLink['state']}`>()
const linkQuery = z.strictObject({ token: z.string().max(128).default('') })

/**
 * POST /users/register: 201 { email } when a link was sent; 409 email-used for an address with an account. Limited by
 * the caller's address; how often it replies 409 is limited over all callers.
 */
export async function postRegister(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.register', { points: 20, seconds: 600 })
  const parsed = registerInput.safeParse(call.body)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, call.body) })
  const browser = newRegisteringBrowser()
  const { hostname } = call.request
  const { address, now } = call
  await register(call.context, parsed.data, { hostname, address, browser: browser.hash, now })
  call.response.append('Set-Cookie', registeringCookie(browser.value, cookiesPlain(call)))
  return { status: 201, json: { email: parsed.data.email } }
}

/** GET /users/getUserEmailWithRegisterToken?token=…: { email, sameBrowser } of a valid link. Uses nothing up. */
export async function getUserEmailWithRegisterToken(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.registerLink', { points: 60, seconds: 60 })
  const { token } = readQuery(call, linkQuery)
  const link = await findLink(call.context.knex, 'registration', token, call.now)
  if (!link.ok) return refuse(`link-${link.state}`)
  const user = link.userId === null ? undefined : await User.query(call.context.knex).findById(link.userId)
  const registering = registeringHashOf(call.request.get('cookie'))
  const same = sameBrowser(link.data, registering, user?.passwordHash ?? null)
  return { json: { email: link.email, sameBrowser: same } }
}

/** POST /users/register_confirm with { token } and, in another browser, the password: finishes the registration and logs in. */
export async function postRegisterConfirm(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.confirmRegistration', { points: 30, seconds: 60 })
  const { context, edge, request, response } = call
  const { session, chosen } = await confirmRegistration(
    { ...context, loginLimits: edge.loginLimits },
    readBody(call, confirmInput),
    { browser: browserOf(call), registering: registeringHashOf(request.get('cookie')), now: call.now },
  )
  response.append('Set-Cookie', registeringCookie('', cookiesPlain(call)))
  if (session) await setSessionCookies(call, session)
  return { json: { loggedIn: session !== null, chosen } satisfies z.input<typeof confirmReply> }
}

/** POST /users/register_renew with { token } of an old link, or { email }: sends a new link if the registration is not finished; 202 in any case. */
export async function postRegisterRenew(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.renewRegistrationLink', { points: 10, seconds: 600 })
  await renewRegistrationLink(call.context.knex, readBody(call, renewInput), call.now)
  return { status: 202, json: {} }
}
