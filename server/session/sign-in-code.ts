import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import type { Context } from '../kernel/context.ts'
import { type AccountChange, queueAccountNotice } from '../messages/queue-account-notice.ts'
import { audit } from './audit.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { confirmTotp, newTotpSecret, offerTotp, totpAddress, useTotpCode } from './factors/one-time-codes.ts'
import { newRecoveryCodes, useRecoveryCode } from './factors/recovery-codes.ts'
import { endStep, readStep, tryStep } from './factors/sign-in-steps.ts'
import type { LoginLimits } from './login-limits.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import type { SignedIn } from './sign-in-passkey.ts'

type Needs = Pick<Context, 'knex' | 'log' | 'limits'> & { readonly loginLimits: LoginLimits }
const tooLate: SignedIn = { ok: false, refusal: { code: 'sign-in-step-expired' } }

/** Finishes a sign-in after the right password with a code of the authenticator app, or a recovery code. */
export async function signInWithCode(
  context: Needs,
  step: Buffer | null,
  code: string,
  browser: Browser,
  now: Date,
): Promise<SignedIn> {
  return finish(context, { step, purpose: 'second-factor', browser, now }, async (trx, userId) => {
    if (/^\d{6}$/.test(code.replace(/\s/g, '')))
      return (await useTotpCode(trx, userId, code.replace(/\s/g, ''), now)) && { by: 'one-time-code' }
    return (await useRecoveryCode(trx, userId, code)) && { by: 'recovery-code', notice: 'recovery-code-used' }
  })
}

/** Offers a secret to somebody who must set up a second factor before the first session. Null = too late. */
export async function offerFactor(
  knex: Knex,
  step: Buffer | null,
): Promise<{ secret: string; address: string } | null> {
  return knex.transaction(async (trx) => {
    const asked = await readStep(trx, step, 'set-up-factor')
    if (!asked?.userId) return null
    const secret = newTotpSecret()
    await offerTotp(trx, asked.userId, secret)
    const { email } = await one<{ email: string }>(trx, 'select email from users where id = ?', [asked.userId])
    return { secret, address: totpAddress(secret, email) }
  })
}

/** Turns the offered factor on with its first code, and signs in. Returns the recovery codes, which are shown once. */
export async function signInWithNewFactor(
  context: Needs,
  step: Buffer | null,
  code: string,
  browser: Browser,
  now: Date,
): Promise<SignedIn & { readonly recoveryCodes?: readonly string[] }> {
  let recoveryCodes: readonly string[] = []
  const result = await finish(context, { step, purpose: 'set-up-factor', browser, now }, async (trx, userId) => {
    if (!(await confirmTotp(trx, userId, code.replace(/\s/g, ''), now))) return false
    recoveryCodes = await newRecoveryCodes(trx, userId)
    const actor = `user:${userId}`
    await audit(trx, { actor, name: 'session.confirmTotp', input: {}, refusal: null, userId })
    return { by: 'one-time-code', notice: 'totp-on' }
  })
  return { ...result, ...(result.ok ? { recoveryCodes } : {}) }
}

interface Finishing {
  readonly step: Buffer | null
  readonly purpose: 'second-factor' | 'set-up-factor'
  readonly browser: Browser
  readonly now: Date
}
interface Proved {
  readonly by: 'one-time-code' | 'recovery-code'
  /** What the mail to the owner is about. */
  readonly notice?: AccountChange
}
type Proof = (trx: Knex.Transaction, userId: number) => Promise<false | Proved>

/** Counts the attempt for the step, the account and the address before the code is checked. */
async function finish(context: Needs, { step, purpose, browser, now }: Finishing, prove: Proof): Promise<SignedIn> {
  const { knex, log, loginLimits } = context
  const asked = await tryStep(knex, step, purpose)
  if (!step || !asked?.userId || asked.app !== browser.app) return tooLate
  const { userId } = asked
  const taken = await loginLimits.take(`code:${userId}`, browser.address, browser.known)
  if (!taken.ok) return { ok: false, refusal: { code: 'login-blocked', params: { seconds: taken.seconds } } }
  const session = await knex.transaction(async (trx) => {
    const proof = await prove(trx, userId)
    if (!proof) return null
    await endStep(trx, step)
    const begun = await beginSession(trx, { ...browser, userId, by: proof.by })
    if (begun && proof.notice)
      await queueAccountNotice(trx, userId, proof.notice, now, { sessionId: begun.hash.toString('hex') })
    return begun
  })
  if (!session) return refuseSignIn(context, { browser, userId, noted: { by: purpose } }, { code: 'code-wrong' })
  await loginLimits.succeeded(`code:${userId}`, browser.address, browser.known)
  log.info({ userId, app: browser.app, address: browser.address }, 'logged in with a second factor')
  return { ok: true, value: session.value, userId }
}
