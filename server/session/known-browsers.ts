import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { exists } from '../../db/sql.ts'
import { valueCookie } from './value-cookie.ts'

/** A browser is forgotten after this time without a login. */
export const browserDays = 180

/** Identifies a browser at its next login. It authenticates nobody. */
export const browserCookie = valueCookie('browser', { sameSite: 'Lax', seconds: browserDays * 86_400 })

/** SHA-256 of a browser's value, which is all that is stored of it. */
export function browserHash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/**
 * Remembers that somebody signed in with a browser, until the password changes. Returns the value of its cookie: the
 * given one if we issued it, otherwise a new one.
 */
export async function rememberBrowser(knex: Knex, userId: number, given: string | null): Promise<string> {
  const known = given !== null && (await exists(knex, issued, [browserHash(given)]))
  const value = known ? given : randomBytes(32).toString('base64url')
  await knex.raw(
    `insert into known_browsers (user_id, value_hash, expires_at) values (?, ?, now() + make_interval(days => ?))
     on conflict (user_id, value_hash) do update set expires_at = excluded.expires_at`,
    [userId, browserHash(value), browserDays],
  )
  return value
}

const issued = 'select from known_browsers where value_hash = ?'
