import type { Knex } from 'knex'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Cursor, formatCursor, type OutboxRow, parseCursor, readAfter } from '../../db/outbox.ts'
import { Coalescer, type RoomPush } from './coalesce.ts'

export type FactHandler = (payload: Record<string, unknown>) => Promise<void> | void

export interface Relay {
  /** Something may have been committed: read on. */
  wake(): void
  /** A fresh listening connection: try to become the leader on it. */
  lead(client: pg.Client): void
  /** Leading, and the last read was less than `ms` ago. */
  alive(ms: number): boolean
  stop(): Promise<void>
}

interface Options {
  knex: Knex
  log: Logger
  push: (push: RoomPush) => void
  cursor: (cursor: string) => void
  facts: ReadonlyMap<string, FactHandler>
  onLag?: (seconds: number) => void
  everyMs?: number
}

const leaderLock = 727_001
const pollMs = 500
const batch = 500
const overlapSeconds = 30

/**
 * Tails the outbox in commit order and pushes its changes to rooms. One leader at a time, by an advisory lock on the listening
 * connection; a new leader starts a little in the past, since doubled pushes do no harm and missed ones would, and one that led before
 * where it stopped, however long ago: its sockets stayed open.
 */
export function createRelay({ knex, log, push, cursor: announce, facts, onLag, everyMs = 100 }: Options): Relay {
  let leading: pg.Client | null = null
  let position: Cursor | null = null
  let coalescer = new Coalescer('', everyMs)
  const ended = new WeakSet<pg.Client>()
  let wanted = false
  let running: Promise<void> | null = null
  let stopped = false
  let readAt = 0
  let announced = ''
  let flushTimer: NodeJS.Timeout | undefined

  const follow = (client: pg.Client): void => {
    client.once('end', () => {
      ended.add(client)
      if (leading === client) leading = null
    })
    void lead(client)
  }
  const lead = async (client: pg.Client): Promise<void> => {
    if (stopped || leading === client || ended.has(client)) return
    try {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [leaderLock])
      if (!rows[0]?.got) return void setTimeout(() => void lead(client), 1_000).unref()
      position = await startAt(knex, overlapSeconds, position && parseCursor(coalescer.safeCursor))
      coalescer = new Coalescer(formatCursor(position), everyMs)
      if (ended.has(client)) return
      leading = client
      log.info({ position }, 'relay leads')
      wake()
    } catch (error) {
      log.warn({ err: error }, 'relay could not take the lead')
      setTimeout(() => void lead(client), 1_000).unref()
    }
  }

  const wake = (): void => {
    wanted = true
    if (running || stopped) return
    running = drain().finally(() => {
      running = null
      if (wanted && !stopped && leading) wake()
    })
  }

  const drain = async (): Promise<void> => {
    while (wanted && leading && position && !stopped) {
      wanted = false
      try {
        const rows = await readAfter(knex, position, batch)
        readAt = Date.now()
        for (const row of rows) take(row)
        if (rows.length === batch) wanted = true
        flush()
      } catch (error) {
        log.warn({ err: error }, 'relay could not read the outbox')
        setTimeout(wake, 200).unref()
        return
      }
    }
  }

  const take = (row: OutboxRow): void => {
    coalescer.add(row.changes, formatCursor(row.cursor), performance.now())
    position = row.cursor
    onLag?.((Date.now() - row.at.getTime()) / 1_000)
    if (!row.fact) return
    const handler = facts.get(row.fact)
    if (!handler) return
    void (async () => handler(row.payload ?? {}))().catch((error: unknown) =>
      log.error({ err: error, fact: row.fact }, 'fact failed'),
    )
  }

  const flush = (): void => {
    for (const item of coalescer.take(performance.now())) push(item)
    if (coalescer.waiting && !flushTimer) {
      flushTimer = setTimeout(() => {
        flushTimer = undefined
        flush()
      }, 20)
    }
  }

  const poll = setInterval(wake, pollMs)
  const tell = setInterval(() => {
    flush()
    const safe = coalescer.safeCursor
    if (leading && safe !== announced) announce((announced = safe))
  }, 5_000)

  return {
    wake,
    lead: follow,
    alive: (ms) => leading !== null && Date.now() - readAt < ms,
    async stop() {
      stopped = true
      clearInterval(poll)
      clearInterval(tell)
      clearTimeout(flushTimer)
      await running
      for (const item of coalescer.take(Number.MAX_SAFE_INTEGER)) push(item)
    },
  }
}

/**
 * Where to begin: before everything written in the last seconds, before every transaction that still runs (it may have begun earlier, and
 * commits later), and before `own`, where this relay stopped when it led last.
 */
async function startAt(knex: Knex, seconds: number, own: Cursor | null): Promise<Cursor> {
  const { rows } = await knex.raw<{ rows: { xid: string }[] }>(
    `select least(outbox_horizon(), (select min(xid) from outbox where at > now() - make_interval(secs => ?)), ?::xid8)::text as xid`,
    [seconds, own?.xid ?? null],
  )
  return { xid: rows[0]?.xid ?? '0', id: 0 }
}
