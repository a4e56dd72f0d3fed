import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Knex } from 'knex'
import { fn } from 'objection'
import type { KernelRefusal } from '../../contract/refusals.ts'
import { Session, User } from '../../db/models/people.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from './audit.ts'
import { useTotpCode } from './factors/one-time-codes.ts'
import { checkPasskey, passkeyRequest } from './factors/passkeys.ts'
import { relyingParty } from './factors/relying-party.ts'
import { keepStep, stepOfSession, takeStep } from './factors/sign-in-steps.ts'
import type { LoginLimits } from './login-limits.ts'
import { passwordMatches } from './passwords.ts'

/** One proof of who somebody is. */
export type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly response: AuthenticationResponseJSON }
type Needs = Pick<Context, 'knex' | 'log' | 'addresses'> & { readonly loginLimits: LoginLimits }
interface Confirming {
  readonly sessionHash: Buffer | null
  readonly address: string
  /** Hash of the cookie by which the account may know the browser. */
  readonly browser?: Buffer | null
}
const refuse = refuser<
  KernelRefusal | 'invalid-credentials' | 'code-wrong' | 'passkey-refused' | 'sign-in-step-expired' | 'login-blocked'
>()

/** Returns what a passkey must sign to confirm who the person of this session is. */
export async function askToConfirm(
  { knex, addresses }: Pick<Context, 'knex' | 'addresses'>,
  sessionHash: Buffer | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return knex.transaction(async (trx) => {
    const { actor } = await admit(trx, sessionHash, 'session')
    const options = await passkeyRequest(relyingParty(addresses, actor.app))
    const { userId, app } = actor
    await keepStep(trx, stepOfSession(actor.sessionId), 'passkey', { userId, app, challenge: options.challenge })
    return options
  })
}

/** Confirms who the person of a session is, by password, passkey or one-time code. Limited like logins. Throws Refused. */
export async function confirmIdentity(
  context: Needs,
  { sessionHash, address, browser = null }: Confirming,
  proof: Proof,
): Promise<void> {
  const { knex, log, loginLimits } = context
  const { actor, now } = await admit(knex, sessionHash, 'session')
  const key = 'password' in proof ? `user:${actor.userId}` : `code:${actor.userId}`
  const taken = await loginLimits.take(key, address, browser)
  if (!taken.ok) return refuse('login-blocked', { seconds: taken.seconds })
  const by = 'password' in proof ? 'password' : 'code' in proof ? 'one-time-code' : 'passkey'
  const wrong = await knex.transaction(async (trx) => {
    const code = await whyWrong(context, trx, { actor, now }, proof)
    const input = { by, address }
    await audit(trx, {
      actor: `user:${actor.userId}`,
      name: 'session.confirmIdentity',
      input,
      refusal: code,
      userId: actor.userId,
    })
    if (code === null)
      await Session.query(trx)
        .findById(Buffer.from(actor.sessionId, 'hex'))
        .patch({ authenticatedAt: fn.now(), ...(by === 'password' ? {} : { secondFactor: true }) })
    return code
  })
  log.info({ userId: actor.userId, address, by, refusal: wrong }, 'identity confirmed or not')
  if (wrong) return refuse(wrong)
  await loginLimits.succeeded(key, address, browser)
}

async function whyWrong(
  { addresses }: Needs,
  trx: Knex.Transaction,
  { actor, now }: { readonly actor: UserActor; readonly now: Date },
  proof: Proof,
) {
  const { userId, app, sessionId } = actor
  if ('password' in proof) {
    const user = await User.query(trx).findById(userId).select('password_hash')
    return (await passwordMatches(user?.passwordHash ?? null, proof.password)) ? null : 'invalid-credentials'
  }
  if ('code' in proof) return (await useTotpCode(trx, userId, proof.code.replace(/\s/g, ''), now)) ? null : 'code-wrong'
  const asked = await takeStep(trx, stepOfSession(sessionId), 'passkey')
  if (!asked || asked.userId !== userId) return 'sign-in-step-expired'
  const passkey = await checkPasskey(trx, proof.response, asked.challenge, relyingParty(addresses, app))
  return passkey?.userId === userId ? null : 'passkey-refused'
}
