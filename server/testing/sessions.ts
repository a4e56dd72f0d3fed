import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { sessionHashOf } from '../socket/cookie.ts'

const ofAdministration = new Set<string>()

/** Whether a cookie of this file belongs to the administration's host: a browser sends it only there. */
export const isOfAdministration = (cookie: string): boolean => ofAdministration.has(cookie)

/** Creates a session of a user directly in the database, without the cost of a password check. Returns its Cookie header. */
export async function cookieFor(knex: Knex, userId: number, app: 'portal' | 'admin' = 'portal'): Promise<string> {
  const cookie = `sid=${randomBytes(32).toString('base64url')}`
  await knex('sessions').insert({
    id_hash: sessionHashOf(cookie, app),
    user_id: userId,
    app,
    expires_at: new Date(Date.now() + 3_600_000),
  })
  if (app === 'admin') ofAdministration.add(cookie)
  return cookie
}
