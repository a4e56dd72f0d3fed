import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { sessionHashOf } from '../socket/cookie.ts'

/** The Cookie header of a new session of a user, straight in the database: nobody waits for a password to be proven. */
export async function cookieFor(knex: Knex, userId: number, app: 'portal' | 'admin' = 'portal'): Promise<string> {
  const cookie = `sid=${randomBytes(32).toString('base64url')}`
  await knex('sessions').insert({
    id_hash: sessionHashOf(cookie),
    user_id: userId,
    app,
    expires_at: new Date(Date.now() + 3_600_000),
  })
  return cookie
}
