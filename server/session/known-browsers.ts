import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'

/** A browser is forgotten after this time without a login. */
export const browserDays = 180

const plainName = 'browser'
const secureName = '__Host-browser'

/** Returns the value of a browser's cookie in a Cookie header; null without one of the right form. */
export function browserValueOf(header: string | undefined, { plain }: { plain: boolean }): string | null {
  const wanted = plain ? plainName : secureName
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === wanted && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

/** Set-Cookie by which a browser is known at its next login. It authenticates nobody. `plain` as for sessions. */
export function browserCookie(value: string, plain: boolean): string {
  const flags = 'Path=/; HttpOnly; SameSite=Lax'
  const named = plain ? `${plainName}=${value}; ${flags}` : `${secureName}=${value}; ${flags}; Secure`
  return `${named}; Max-Age=${browserDays * 86_400}`
}

/** SHA-256 of a browser's value, which is all that is stored of it. */
export function browserHash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/**
 * Notes that somebody signed in in a browser, until the password changes. Returns the value of its cookie: the given one
 * if we issued it, otherwise a new one.
 */
export async function rememberBrowser(knex: Knex, userId: number, given: string | null): Promise<string> {
  const known = given === null ? [] : await many(knex, issued, [browserHash(given)])
  const value = given !== null && known.length > 0 ? given : randomBytes(32).toString('base64url')
  await knex.raw(
    `insert into known_browsers (user_id, value_hash, expires_at) values (?, ?, now() + make_interval(days => ?))
     on conflict (user_id, value_hash) do update set expires_at = excluded.expires_at`,
    [userId, browserHash(value), browserDays],
  )
  return value
}

const issued = 'select 1 from known_browsers where value_hash = ? limit 1'
