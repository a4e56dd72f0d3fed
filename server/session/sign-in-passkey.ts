import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Knex } from 'knex'
import type { Refusal } from '../../contract/refusals.ts'
import type { signInRefusals } from '../../contract/session/sign-in.ts'
import type { loginRefusals } from '../../contract/session.ts'
import { one } from '../../db/sql.ts'
import type { Context } from '../kernel/context.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { checkPasskey, passkeyRequest } from './factors/passkeys.ts'
import { relyingParty } from './factors/relying-party.ts'
import { beginStep, takeStep } from './factors/sign-in-steps.ts'
import { whyNoSession } from './may-sign-in.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

type Needs = Pick<Context, 'knex' | 'log' | 'addresses' | 'limits'>
export type SignInCode = (typeof loginRefusals)[number] | (typeof signInRefusals)[number]
export type SignedIn =
  | { readonly ok: true; readonly value: string; readonly userId: number }
  | { readonly ok: false; readonly refusal: Refusal<SignInCode> }

/** Returns what a passkey must sign, and the value of the cookie that binds it to this browser. */
export async function askForPasskey(
  { knex, addresses }: Needs,
  app: 'portal' | 'admin',
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; step: string }> {
  const options = await passkeyRequest(relyingParty(addresses, app))
  const step = await beginStep(knex, 'passkey', { userId: null, app, challenge: options.challenge })
  return { options, step }
}

/** Signs in with a passkey, without a name: it says who the person is, and counts as two factors. */
export async function signInWithPasskey(
  context: Needs,
  step: Buffer | null,
  response: AuthenticationResponseJSON,
  browser: Browser,
): Promise<SignedIn> {
  const { knex, log, addresses } = context
  const { app, address } = browser
  const asked = await takeStep(knex, step, 'passkey')
  if (!asked || asked.userId !== null || asked.app !== app)
    return { ok: false, refusal: { code: 'sign-in-step-expired' } }
  const made = await knex.transaction(async (trx) => {
    const passkey = await checkPasskey(trx, response, asked.challenge, relyingParty(addresses, app))
    if (!passkey) return { userId: null, refusal: { code: 'passkey-refused' } as const }
    const { userId } = passkey
    const refusal = whyNoSession(addresses, app, await readPerson(trx, userId))
    if (refusal) return { userId, refusal }
    const session = await beginSession(trx, { ...browser, userId, by: 'passkey' })
    return session ? { userId, value: session.value } : { userId, refusal: { code: 'passkey-refused' } as const }
  })
  const { userId } = made
  if ('refusal' in made) return refuseSignIn(context, { browser, userId, noted: { by: 'passkey' } }, made.refusal)
  log.info({ userId, app, address }, 'logged in with a passkey')
  return { ok: true, value: made.value, userId: made.userId }
}

function readPerson(trx: Knex, userId: number) {
  return one<Parameters<typeof whyNoSession>[2]>(
    trx,
    'select u.state, r.kind as role from users u join roles r on r.id = u.role_id where u.id = ?',
    [userId],
  )
}
