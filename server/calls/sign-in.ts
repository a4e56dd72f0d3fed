import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { codeInput, confirmInput, passkeyInput } from '../../contract/session/sign-in.ts'
import { type HttpCall, limitAddress, type Reply, readBody } from '../http/call.ts'
import { passedOn, refused, refuser } from '../kernel/bus/refuse.ts'
import { askToConfirm, confirmIdentity } from '../session/confirm-identity.ts'
import { keyOfStep } from '../session/factors/sign-in-steps.ts'
import { stepCookie } from '../session/factors/step-cookie.ts'
import { offerFactor, signInWithCode, signInWithNewFactor } from '../session/sign-in-code.ts'
import { askForPasskey, type SignedIn, signInWithPasskey } from '../session/sign-in-passkey.ts'
import { browserOf, cookiesPlain, knownBrowser, sessionStarted } from './session-started.ts'

const refuse = refuser<'sign-in-step-expired'>()

/** POST /users/login/passkey/options: what a passkey must sign; { options }. */
export async function postPasskeyOptions(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.passkeyOptions', { points: 60, seconds: 60 })
  const { options, step } = await askForPasskey(call.context, call.app)
  call.response.append('Set-Cookie', stepCookie.set(step, cookiesPlain(call)))
  return { json: { options } }
}

/** POST /users/login/passkey: signs in without a name; like a login. */
export async function postPasskey(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.passkey', { points: 30, seconds: 60 })
  const { response } = readBody(call, passkeyInput)
  return started(call, await signInWithPasskey(call.context, stepOf(call), assertion(response), browserOf(call)))
}

/** POST /users/login/second-factor { code }: finishes a login that wanted a second factor; like a login. */
export async function postSecondFactor(call: HttpCall): Promise<Reply> {
  const { code } = readBody(call, codeInput)
  const { context, edge } = call
  const needs = { ...context, loginLimits: edge.loginLimits }
  return started(call, await signInWithCode(needs, stepOf(call), code, browserOf(call), call.now))
}

/** POST /users/login/set-up-factor: a secret for an authenticator app; { secret, address }. */
export async function postSetUpFactor(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.setUpFactor', { points: 30, seconds: 60 })
  const offered = await offerFactor(call.context.knex, stepOf(call))
  return offered ? { json: offered } : refuse('sign-in-step-expired')
}

/** POST /users/login/set-up-factor/confirm { code }: turns it on and finishes the login; meta.recoveryCodes. */
export async function postSetUpFactorConfirm(call: HttpCall): Promise<Reply> {
  const { code } = readBody(call, codeInput)
  const { context, edge } = call
  const needs = { ...context, loginLimits: edge.loginLimits }
  const result = await signInWithNewFactor(needs, stepOf(call), code, browserOf(call), call.now)
  return started(call, result, { recoveryCodes: result.recoveryCodes })
}

/** POST /users/confirm-identity/passkey-options: what a passkey must sign; { options }. */
export async function postConfirmOptions(call: HttpCall): Promise<Reply> {
  return { json: { options: await askToConfirm(call.context, call.sessionHash) } }
}

/** POST /users/confirm-identity with { password }, { code } or { response }: renews the session's proof; 204. */
export async function postConfirmIdentity(call: HttpCall): Promise<Reply> {
  if (!call.sessionHash) throw refused({ code: 'session-expired' })
  const { context, edge, sessionHash, address } = call
  const input = readBody(call, confirmInput)
  const proof = 'response' in input ? { response: assertion(input.response) } : input
  await confirmIdentity(
    { ...context, loginLimits: edge.loginLimits },
    { sessionHash, address, browser: knownBrowser(call) },
    proof,
  )
  return { status: 204 }
}

async function started(call: HttpCall, result: SignedIn, meta: Record<string, unknown> = {}): Promise<Reply> {
  if (!result.ok) throw passedOn(result.refusal)
  call.response.append('Set-Cookie', stepCookie.clear(cookiesPlain(call)))
  return sessionStarted(call, result, meta)
}

function stepOf(call: HttpCall): Buffer | null {
  const value = stepCookie.read(call.request.get('cookie'), cookiesPlain(call))
  return value === null ? null : keyOfStep(value)
}

/** The schema leaves out optional parts; the library's type wants them absent, not undefined. */
function assertion(response: unknown): AuthenticationResponseJSON {
  return response as AuthenticationResponseJSON
}
