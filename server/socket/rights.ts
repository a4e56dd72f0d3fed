import type { Knex } from 'knex'
import * as z from 'zod'
import { rooms as roomNames } from '../../contract/rooms.ts'
import type { Context } from '../kernel/context.ts'
import { type PortalServer, recheck, sessionRoom, userRoom } from './serve.ts'

/** What changed, on the channel 'rights': sessions by id, users by id, or everybody's rights (a product, a role). */
const rightsChangedSchema = z.object({
  sessions: z.array(z.string()).default([]),
  users: z.array(z.number()).default([]),
  /** Reservations whose link was revoked, or that are over or moved to another device: their watchers are checked. */
  tickets: z.array(z.number()).default([]),
  all: z.boolean().default(false),
  /** What belongs to the rooms has changed too: every view is read again. */
  again: z.boolean().default(false),
})

/** Maximum sockets checked at once, so that they never take all database connections. */
const atOnce = 6

/** Checks the sockets of this process whose rights may have changed. An unreadable notification checks all of them. */
export async function rightsChanged(context: Context, io: PortalServer, payload: string): Promise<void> {
  const { sessions, users, tickets, all, again } = readRightsChanged(payload)
  const rooms = [
    ...sessions.map(sessionRoom),
    ...users.map(userRoom),
    ...tickets.flatMap((id) => [roomNames.ticket(id), roomNames.access(id)]),
  ]
  const asked = [...io.sockets.sockets.values()].filter((socket) => all || rooms.some((room) => socket.rooms.has(room)))
  const queue = asked.values()
  const next = async () => {
    for (const socket of queue) await recheck(context, socket, again)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

function readRightsChanged(payload: string): z.output<typeof rightsChangedSchema> {
  try {
    return rightsChangedSchema.parse(JSON.parse(payload))
  } catch {
    return { sessions: [], users: [], tickets: [], all: true, again: false }
  }
}

/** Closes sockets of expired sessions; keeps the used ones alive. */
export async function sweepSessions(context: Context, io: PortalServer, knex: Knex): Promise<void> {
  const byHash = new Map<string, Buffer>()
  for (const { data } of io.sockets.sockets.values())
    if (data.sessionId && data.sessionHash) byHash.set(data.sessionId, data.sessionHash)
  if (byHash.size === 0) return
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `update sessions s set last_seen_at = now() from users u
      where s.id_hash = any(?) and u.id = s.user_id and s.revoked_at is null and s.expires_at > now() and u.state = 'ACTIVE'
      returning encode(s.id_hash, 'hex') as id`,
    [[...byHash.values()]],
  )
  const alive = new Set(rows.map((row) => row.id))
  const dead = [...byHash.keys()].filter((id) => !alive.has(id))
  if (dead.length) await rightsChanged(context, io, JSON.stringify({ sessions: dead }))
}
