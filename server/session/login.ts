import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { Role } from '../../contract/features.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { loginRefusals } from '../../contract/session.ts'
import { withRetry } from '../../db/retry.ts'
import type { Context } from '../kernel/context.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { audit } from './audit.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { readFactors, stepAfterPassword } from './factors/second-factor.ts'
import { beginStep } from './factors/sign-in-steps.ts'
import type { LoginLimits, Taken } from './login-limits.ts'
import { whyNoSession } from './may-sign-in.ts'
import { PasswordsBusy, passwordMatches } from './passwords.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

export interface LoginAttempt extends Browser {
  /** E-mail or username, in any case. */
  readonly login: string
  readonly password: string
  readonly now: Date
}
type Code = (typeof loginRefusals)[number] | 'server-busy'
export type LoginResult =
  | { readonly ok: true; readonly value: string; readonly hash: Buffer; readonly userId: number }
  /** `step` = the value of the cookie for the step that must follow. */
  | { readonly ok: false; readonly refusal: Refusal<Code>; readonly step?: string }

interface Account {
  id: number
  password_hash: string | null
  state: 'REGISTERED' | 'ACTIVE' | 'DEACTIVATED'
  role: Role
}
type Needs = Pick<Context, 'knex' | 'log' | 'addresses' | 'limits'> & { readonly loginLimits: LoginLimits }

/**
 * Logs in (ACC-1, ACC-2): counts the attempt, checks the password in the same time for unknown users, then the account,
 * and creates a session. Refuses loginRefusals and server-busy.
 */
export async function login(context: Needs, attempt: LoginAttempt): Promise<LoginResult> {
  const { knex, loginLimits } = context
  const account = await withRetry(() => findAccount(knex, attempt.login))
  const key = account ? `user:${account.id}` : `unknown:${fingerprint(attempt.login)}`
  const taken = await loginLimits.take(key, attempt.address, attempt.known)
  if (!taken.ok) return blocked(context, attempt, account, taken)
  try {
    const matches = await passwordMatches(account?.password_hash ?? null, attempt.password)
    if (!account || !matches) return await refuse(context, attempt, account, { code: 'invalid-credentials' })
  } catch (error) {
    if (error instanceof PasswordsBusy) return { ok: false, refusal: { code: 'server-busy' } }
    throw error
  }
  await loginLimits.succeeded(key, attempt.address, attempt.known)
  const refusal = whyNoSession(context.addresses, attempt.app, account)
  if (refusal) return await refuse(context, attempt, account, refusal)
  const purpose = stepAfterPassword(await readFactors(knex, account.id))
  if (purpose) return nextStep(context, attempt, account, purpose)
  const session = await knex.transaction((trx) => begin(trx, attempt, account))
  if (!session) return await refuse(context, attempt, account, { code: 'invalid-credentials' })
  context.log.info({ userId: account.id, app: attempt.app, address: attempt.address }, 'logged in')
  return { ok: true, value: session.value, hash: session.hash, userId: account.id }
}

/** By e-mail first: a username that equals somebody's e-mail address must not take precedence. */
async function findAccount(knex: Knex, login: string): Promise<Account | null> {
  const { rows } = await knex.raw<{ rows: Account[] }>(
    `select u.id, u.password_hash, u.state, r.kind as role
       from users u join roles r on r.id = u.role_id, (select lower(btrim(?::text)) as login) asked
      where lower(u.email) = asked.login or lower(u.username) = asked.login
      order by (lower(u.email) = asked.login) desc limit 1`,
    [login],
  )
  return rows[0] ?? null
}

function begin(trx: Knex.Transaction, attempt: LoginAttempt, { id, password_hash }: Account) {
  const { app, address, userAgent, before } = attempt
  const browser = { app, address, userAgent, before }
  return beginSession(trx, {
    ...browser,
    userId: id,
    by: 'password',
    noted: noted(attempt),
    passwordHash: password_hash,
  })
}

/** No session yet: the browser gets a cookie for the step that must follow. */
async function nextStep(
  context: Needs,
  attempt: LoginAttempt,
  account: Account,
  purpose: 'second-factor' | 'set-up-factor',
): Promise<LoginResult> {
  const step = await beginStep(context.knex, purpose, { userId: account.id, app: attempt.app, challenge: null })
  const refusal = { code: purpose === 'second-factor' ? 'second-factor-required' : 'factor-needed' } as const
  await refuse(context, attempt, account, refusal)
  return { ok: false, refusal, step }
}

function refuse(
  context: Needs,
  attempt: LoginAttempt,
  account: Account | null,
  refusal: Refusal<Code>,
): Promise<LoginResult> {
  return refuseSignIn(context, { browser: attempt, userId: account?.id ?? null, noted: noted(attempt) }, refusal)
}

/** Notifies the owner of an account, once a day, that strangers guess its password. */
function notifyOwner(trx: Knex.Transaction, userId: number, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  return queueAccountMail(trx, { kind: 'account-guessed', userId, dedupeKey: `account-guessed:${userId}:${day}` })
}

/**
 * Only the start of a block goes to the audit trail, so that repeated attempts do not fill the database. The log has
 * all of them.
 */
async function blocked(
  context: Needs,
  attempt: LoginAttempt,
  account: Account | null,
  taken: Extract<Taken, { ok: false }>,
): Promise<LoginResult> {
  if (taken.first) {
    await context.knex.transaction(async (trx) => {
      await keepRefusal(trx, attempt, account, 'login-blocked')
      if (account && taken.stranger) await notifyOwner(trx, account.id, attempt.now)
    })
  }
  context.log.warn({ userId: account?.id ?? null, address: attempt.address, seconds: taken.seconds }, 'login blocked')
  return { ok: false, refusal: { code: 'login-blocked', params: { seconds: taken.seconds } } }
}

function keepRefusal(trx: Knex, attempt: LoginAttempt, account: Account | null, code: Code): Promise<void> {
  const userId = account?.id ?? null
  return audit(trx, { actor: 'guest', name: 'session.login', input: noted(attempt), refusal: code, userId })
}

/** The login only as a fingerprint: people type passwords into the wrong field. */
function noted(attempt: LoginAttempt): Record<string, unknown> {
  return { login: fingerprint(attempt.login), app: attempt.app, address: attempt.address }
}

function fingerprint(login: string): string {
  return createHash('sha256').update(login.trim().toLowerCase()).digest('hex').slice(0, 32)
}
