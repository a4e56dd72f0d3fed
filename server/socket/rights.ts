import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { type PortalServer, recheck, sessionRoom, userRoom } from './serve.ts'

/** What changed, on the channel 'rights': sessions by id, users by id, or everybody's rights (a product, a role). */
interface RightsNotice {
  sessions?: string[]
  users?: number[]
  all?: true
}

/** Asks the sockets of this process again whose rights may have changed. An unreadable notice asks all of them. */
export async function rightsNotice(context: Context, io: PortalServer, payload: string): Promise<void> {
  let notice: RightsNotice = { all: true }
  try {
    notice = JSON.parse(payload) as RightsNotice
  } catch {
    // an unreadable notice is taken as the widest one
  }
  const rooms = [...(notice.sessions ?? []).map(sessionRoom), ...(notice.users ?? []).map(userRoom)]
  const asked = [...io.sockets.sockets.values()].filter(
    (socket) => notice.all || rooms.some((room) => socket.rooms.has(room)),
  )
  await Promise.all(asked.map((socket) => recheck(context, socket)))
}

/** Sessions that ran out while their socket stayed open; keeps the used ones alive. */
export async function sweepSessions(context: Context, io: PortalServer, knex: Knex): Promise<void> {
  const byHash = new Map<string, Buffer>()
  for (const socket of io.sockets.sockets.values()) byHash.set(socket.data.sessionId, socket.data.sessionHash)
  if (byHash.size === 0) return
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `update sessions s set last_seen_at = now() from users u
      where s.id_hash = any(?) and u.id = s.user_id and s.revoked_at is null and s.expires_at > now() and u.state = 'ACTIVE'
      returning encode(s.id_hash, 'hex') as id`,
    [[...byHash.values()]],
  )
  const alive = new Set(rows.map((row) => row.id))
  const dead = [...byHash.keys()].filter((id) => !alive.has(id))
  if (dead.length) await rightsNotice(context, io, JSON.stringify({ sessions: dead }))
}
