import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { prepared } from '../../../db/sql.ts'

/** What a browser must still do: a second factor after the password, setting one up, or signing with a passkey. */
export type StepPurpose = 'second-factor' | 'set-up-factor' | 'passkey'
export interface SignInStep {
  /** Null = a passkey will say who it is. */
  readonly userId: number | null
  readonly app: 'portal' | 'admin'
  readonly challenge: string | null
  /** The handle of a passkey that is offered. */
  readonly userHandle?: string | null
}

/** A step expires after this time. */
export const stepMinutes = 5
/** Wrong codes until the person must start again with the password. */
const maxAttempts = 5

/** Keeps a step under a new value for the browser's cookie (256 random bits, base64url), and returns the value. */
export async function beginStep(trx: Knex, purpose: StepPurpose, step: SignInStep): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  await keepStep(trx, keyOfStep(value), purpose, step)
  return value
}

/** Returns the key under which the step of a cookie is stored. */
export function keyOfStep(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Keeps the step under a key, instead of an earlier one. */
export async function keepStep(trx: Knex, key: Buffer, purpose: StepPurpose, step: SignInStep): Promise<void> {
  await prepared(
    trx,
    `insert into sign_in_steps (id_hash, purpose, user_id, app, challenge, user_handle, expires_at)
     values (?, ?, ?, ?, ?, ?, now() + make_interval(mins => ?))
     on conflict (id_hash) do update set purpose = excluded.purpose, user_id = excluded.user_id, app = excluded.app,
       challenge = excluded.challenge, user_handle = excluded.user_handle, attempts = 0, expires_at = excluded.expires_at`,
    [key, purpose, step.userId, step.app, step.challenge, step.userHandle ?? null, stepMinutes],
  )
}

/** Returns the key of a passkey step of a signed-in person: one for each session. */
export function stepOfSession(sessionId: string): Buffer {
  return createHash('sha256').update(`passkey of ${sessionId}`).digest()
}

/** Ends the step and returns it: a challenge counts once, even if the response to it is refused. Null = none, or expired. */
export async function takeStep(trx: Knex, key: Buffer | null, purpose: StepPurpose): Promise<SignInStep | null> {
  if (!key) return null
  const [step] = await prepared<SignInStep & { live: boolean }>(
    trx,
    `delete from sign_in_steps where id_hash = ? and purpose = ?
     returning user_id as "userId", app, challenge, user_handle as "userHandle", expires_at > now() as live`,
    [key, purpose],
  )
  return step?.live ? step : null
}

/** Returns a live step. */
export async function readStep(trx: Knex, key: Buffer | null, purpose: StepPurpose): Promise<SignInStep | null> {
  if (!key) return null
  const [step] = await prepared<SignInStep>(
    trx,
    `select user_id as "userId", app, challenge from sign_in_steps
      where id_hash = ? and purpose = ? and expires_at > now() and attempts < ?`,
    [key, purpose, maxAttempts],
  )
  return step ?? null
}

/** Counts a try at the step and returns it; it stays locked until the commit. Null = none, expired, or too many tries. */
export async function tryStep(trx: Knex, key: Buffer | null, purpose: StepPurpose): Promise<SignInStep | null> {
  if (!key) return null
  const [step] = await prepared<SignInStep>(
    trx,
    `update sign_in_steps set attempts = attempts + 1
      where id_hash = ? and purpose = ? and expires_at > now() and attempts < ?
      returning user_id as "userId", app, challenge`,
    [key, purpose, maxAttempts],
  )
  return step ?? null
}

/** Ends a step that led to a session. */
export async function endStep(trx: Knex, key: Buffer): Promise<void> {
  await prepared(trx, 'delete from sign_in_steps where id_hash = ?', [key])
}
