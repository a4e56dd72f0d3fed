import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { idleHours } from '../kernel/bus/actor.ts'

const everyMs = 60_000
const maxRemembered = 20_000

/**
 * Records that a session is in use: at most one write per minute and session in this process, none for ended sessions.
 */
export function createTouch(knex: Knex): (sessionHash: Buffer, nowMs?: number) => Promise<void> {
  const touched = new Map<string, number>()
  return async (sessionHash, nowMs = Date.now()) => {
    const key = sessionHash.toString('base64')
    if (nowMs - (touched.get(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return
    if (touched.size >= maxRemembered) touched.clear()
    touched.set(key, nowMs)
    await prepared(
      knex,
      `update sessions set last_seen_at = now()
        where id_hash = ? and revoked_at is null and expires_at > now()
          and last_seen_at between now() - make_interval(hours => ?) and now() - interval '1 minute'`,
      [sessionHash, idleHours],
    )
  }
}
