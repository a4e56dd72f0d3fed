import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'

/** A sign-in at a provider that a browser has begun, or must still confirm. */
export interface Attempt {
  /** `confirm` = the owner of the account with the same e-mail address signs in as usual, and then links it. */
  readonly kind: 'sign-in' | 'link' | 'university' | 'confirm'
  readonly tenantId: number
  /** Whose account it is for; null = the person who signs in. */
  readonly userId: number | null
  readonly redirectUri: string
  /** Of the account at the provider, when that is known. */
  readonly issuer?: string
  readonly subject?: string
}

/** How long a browser has for a sign-in at a provider. */
export const attemptMinutes = 10

/** Stores an attempt and returns the value for the browser's cookie: 256 random bits, of which the database has the SHA-256 only. */
export async function beginAttempt(trx: Knex, { kind, userId, ...data }: Attempt): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  await trx.raw(
    `insert into tokens (purpose, token_hash, user_id, data, created_by, expires_at)
     values (?, ?, ?, ?::jsonb, ?, now() + make_interval(mins => ?))`,
    [
      kind === 'university' ? 'university-link' : 'sso',
      hashOf(value),
      userId,
      JSON.stringify({ kind, ...data }),
      userId,
      attemptMinutes,
    ],
  )
  return value
}

const hashOf = (value: string) => createHash('sha256').update(value).digest()

/** Returns the attempt of a browser, once; null for one that is unknown, over or used. */
export async function takeAttempt(trx: Knex, value: string): Promise<Attempt | null> {
  const [row] = await many<{ userId: number | null; data: Omit<Attempt, 'userId'> }>(
    trx,
    `update tokens set used_at = now(), uses = 1
     where token_hash = ? and purpose in ('sso', 'university-link') and used_at is null and revoked_at is null
       and expires_at > now() returning user_id as "userId", data`,
    [hashOf(value)],
  )
  return row ? { ...row.data, userId: row.userId } : null
}

/** What binds an attempt to one browser: state, nonce and code verifier follow from the cookie's value. */
export function secretsOf(value: string) {
  const derive = (what: string) => createHmac('sha256', value).update(what).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code-verifier') }
}
