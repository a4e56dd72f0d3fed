import type { Knex } from 'knex'
import { Secret, TOTP } from 'otpauth'
import { prepared } from '../../../db/sql.ts'

/** Seconds for which a code is shown. Authenticator apps know no other. */
const period = 30
const digits = 6
const issuer = 'Holdfast'
/** Steps by which a clock may be wrong, before and after. */
const drift = 1

/** Returns a new secret of 160 bits in base32, the length of the HMAC (RFC 4226). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address that an authenticator app reads from the QR code. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ secret, issuer, label: email, period, digits }).toString()
}

/** Returns the step whose code this is; null if it is none of the current, previous or next one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    period,
    digits,
    window: drift,
  })
  return delta === null ? null : TOTP.counter({ timestamp, period }) + delta
}

/** Keeps a secret that is not on until a code confirms it; replaces an earlier one that was never confirmed. */
export async function offerTotp(trx: Knex, userId: number, secret: string): Promise<void> {
  await prepared(
    trx,
    `insert into totp_secrets (user_id, secret) values (?, ?)
     on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = null
       where totp_secrets.confirmed_at is null`,
    [userId, secret],
  )
}

export async function totpOn(trx: Knex, userId: number): Promise<boolean> {
  const found = await prepared(trx, 'select from totp_secrets where user_id = ? and confirmed_at is not null', [userId])
  return found.length > 0
}

/** Turns the offered secret on if the code is right. */
export function confirmTotp(trx: Knex.Transaction, userId: number, code: string, now: Date): Promise<boolean> {
  return spend(trx, userId, code, now, 'confirmed_at is null')
}

/** Returns whether the code is right, and was not used before: each counts once. */
export function useTotpCode(trx: Knex.Transaction, userId: number, code: string, now: Date): Promise<boolean> {
  return spend(trx, userId, code, now, 'confirmed_at is not null')
}

/** The row stays locked until the commit: of two with the same code, one is right. */
async function spend(
  trx: Knex.Transaction,
  userId: number,
  code: string,
  now: Date,
  which: 'confirmed_at is null' | 'confirmed_at is not null',
): Promise<boolean> {
  const [row] = await prepared<{ secret: string; last_step: number | null }>(
    trx,
    `select secret, last_step from totp_secrets where user_id = ? and ${which} for update`,
    [userId],
  )
  if (!row) return false
  const step = stepOfCode(row.secret, code, now)
  if (step === null || step <= Number(row.last_step ?? -1)) return false
  await prepared(
    trx,
    'update totp_secrets set last_step = ?, confirmed_at = coalesce(confirmed_at, now()) where user_id = ?',
    [step, userId],
  )
  return true
}
