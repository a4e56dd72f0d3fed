import * as z from 'zod'
import type { Refusal } from '../../contract/refusals.ts'
import { http } from '../link/http.ts'
import { type Done, followNewSession, loginAnswer } from '../stores/session.ts'
import { passkeyOptions, signWithPasskey } from './passkey.ts'

const offered = z.object({ options: passkeyOptions })

/**
 * Signs in with a passkey, without a name. null = the person cancelled. With `autofill` it waits in the field for the
 * name until the person picks one there.
 */
export async function signInWithPasskey(how: { autofill?: boolean } = {}): Promise<Done | null> {
  const offer = await http('POST', '/users/login/passkey/options', { answer: offered })
  if (!offer.ok) return { ok: false, refusal: offer.refusal }
  const signed = await signWithPasskey(offer.body.options, how)
  if (!signed.ok) return signed.why === 'cancelled' ? null : { ok: false, refusal: { code: 'passkey-refused' } }
  return finish('/users/login/passkey', { response: signed.response })
}

/** Finishes a login after the right password: a one-time code, or a recovery code. */
export function sendSecondFactor(code: string): Promise<Done> {
  return finish('/users/login/second-factor', { code })
}

async function finish(path: string, body: object): Promise<Done> {
  const answer = await http('POST', path, { body, answer: loginAnswer })
  if (!answer.ok) return { ok: false, refusal: answer.refusal }
  await followNewSession()
  return { ok: true }
}

const secretAnswer = z.object({ secret: z.string(), address: z.string() })
export type Offered =
  | { readonly ok: true; readonly secret: string; readonly address: string }
  | { readonly ok: false; readonly refusal: Refusal<string> }

/** Asks for a secret for the authenticator app, where a second factor must be set up before the first session. */
export async function offerFactor(): Promise<Offered> {
  const answer = await http('POST', '/users/login/set-up-factor', { answer: secretAnswer })
  return answer.ok ? { ok: true, ...answer.body } : { ok: false, refusal: answer.refusal }
}

const codesAnswer = loginAnswer.extend({ meta: z.looseObject({ recoveryCodes: z.array(z.string()) }) })
export type NewFactor =
  | { readonly ok: true; readonly recoveryCodes: readonly string[] }
  | { readonly ok: false; readonly refusal: Refusal<string> }

/** Turns the factor on with its first code. The session is followed once the person has kept the recovery codes. */
export async function confirmFactor(code: string): Promise<NewFactor> {
  const answer = await http('POST', '/users/login/set-up-factor/confirm', { body: { code }, answer: codesAnswer })
  return answer.ok
    ? { ok: true, recoveryCodes: answer.body.meta.recoveryCodes }
    : { ok: false, refusal: answer.refusal }
}
