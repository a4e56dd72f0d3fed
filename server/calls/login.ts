import { loginInput } from '../../contract/session.ts'
import type { HttpCall, Reply } from '../http/call.ts'
import { readAttributes } from '../http/jsonapi.ts'
import { passedOn } from '../kernel/bus/refuse.ts'
import { stepCookie } from '../session/factors/step-cookie.ts'
import { login } from '../session/login.ts'
import { browserOf, cookiesPlain, includeOf, sessionStarted } from './session-started.ts'

/**
 * POST /users/login?include=roles,tenants,zones: creates the session, returns the user and meta.sessionTenant. Refuses
 * second-factor-required or factor-needed, with the cookie of that step, if the password is not enough.
 */
export async function postLogin(call: HttpCall): Promise<Reply> {
  includeOf(call)
  const { context, edge, response } = call
  const input = readAttributes(call.body, { type: 'users', attributes: loginInput })
  const result = await login(
    { ...context, loginLimits: edge.loginLimits },
    { ...input, ...browserOf(call), now: call.now },
  )
  if (result.ok) return sessionStarted(call, result)
  if (result.step !== undefined) response.append('Set-Cookie', stepCookie.set(result.step, cookiesPlain(call)))
  throw passedOn(result.refusal)
}
