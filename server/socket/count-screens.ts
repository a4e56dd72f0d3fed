import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { Context } from '../kernel/context.ts'
import type { PortalServer, PortalSocket } from './serve.ts'

/** Connections and ends within this time are written together. */
const gatherMs = 500
const write = `
  with mine (session_hash, screens) as (select * from unnest(?::bytea[], ?::int[])),
    gone as (delete from open_screens where process = ? and session_hash in (select session_hash from mine where screens = 0))
  insert into open_screens (session_hash, process, screens)
  select session_hash, ?, screens from mine where screens > 0 and exists (select from sessions where id_hash = session_hash)
  on conflict (session_hash, process) do update set screens = excluded.screens, seen_at = now()`

/**
 * Keeps in the database how many sockets each session has in this process: after each change, and all of them by
 * `renew`, which is called every minute. Rows of a process that died are old, and do not count.
 */
export function countScreens({ knex, log }: Pick<Context, 'knex' | 'log'>, io: PortalServer) {
  const process = randomUUID()
  const changed = new Map<string, Buffer>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const flush = async () => {
    timer = null
    const sessions = [...changed]
    changed.clear()
    if (sessions.length > 0) await writeScreens(knex, io, process, sessions)
  }
  const soon = () => {
    if (stopped) return
    timer ??= setTimeout(
      () => void flush().catch((error: unknown) => log.warn({ err: error }, 'screens not counted')),
      gatherMs,
    ).unref()
  }
  const note = ({ data }: PortalSocket) => {
    if (data.sessionId === null || data.sessionHash === null) return
    changed.set(data.sessionId, data.sessionHash)
    soon()
  }
  io.on('connection', (socket) => {
    note(socket)
    socket.on('disconnect', () => note(socket))
  })
  return {
    renew() {
      for (const socket of io.sockets.sockets.values()) note(socket)
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

async function writeScreens(knex: Knex, io: PortalServer, process: string, sessions: [string, Buffer][]) {
  const counts = new Map<string, number>()
  for (const { data } of io.sockets.sockets.values())
    if (data.sessionId) counts.set(data.sessionId, (counts.get(data.sessionId) ?? 0) + 1)
  const hashes = sessions.map(([, hash]) => hash)
  const screens = sessions.map(([id]) => counts.get(id) ?? 0)
  await knex.raw(write, [hashes as never, screens, process, process])
}
