import type { Knex } from 'knex'
import type pg from 'pg'
import type { Logger } from 'pino'
import {
  type Cursor,
  formatCursor,
  position as horizon,
  isLost,
  type OutboxRow,
  oldestAfter,
  readAfter,
} from '../../../db/outbox.ts'
import { type CallFactHandlers, hear as hearing } from './call-fact-handlers.ts'
import { Coalescer, type RoomPush } from './coalesce.ts'
import { createLead, handle } from './lead-relay.ts'

export interface Relay {
  /** Something may have been committed: reads on. */
  wake(): void
  /** Tries to become leader on a fresh listening connection. */
  lead(client: pg.Client): void
  /** Returns whether the outbox was read less than `ms` ago. */
  alive(ms: number): boolean
  /** Returns whether this process leads. */
  leading(): boolean
  stop(): Promise<void>
}

interface Options {
  knex: Knex
  log: Logger
  /** Pushes to the sockets of this process. */
  push: (push: RoomPush) => void
  cursor: (cursor: string) => void
  /** Handled by the leader only. */
  facts: CallFactHandlers
  /** Handled by every process. */
  heard?: CallFactHandlers
  /** Called when rows were pruned that this process has not read: its sockets have to start over. */
  onGap?: () => void
  /** Reports every 2 s the age of the oldest row that waits for its turn; 0 = none. */
  onLag?: (seconds: number) => void
  everyMs?: number
  /** Interval at which the outbox is read without a notification, ms. */
  pollMs?: number
}

/** First delay before rows that a running transaction holds back are read again; doubled each time. */
const heldMs = 8
const measureMs = 2_000
/** Maximum number of rows pushed ahead while a transaction is running; further ones wait for their turn. */
const maxAhead = 2_000
const batch = 500
/** After this time without the database, rows may have been pruned, or another database may have taken its place. */
const awayMs = 5_000

/**
 * Tails the outbox in cursor order and pushes its changes to the rooms of this process, ahead of their turn while a
 * running transaction could still precede them (docs/decisions/0032). Every process reads for its own sockets, so no
 * push crosses between processes, where it could be lost. Work that is done once belongs to the leader (lead-relay.ts).
 */
export function createRelay(options: Options): Relay {
  const {
    knex,
    log,
    push,
    cursor: announce,
    facts,
    heard = hearing({}),
    onGap,
    onLag,
    everyMs = 100,
    pollMs = 500,
  } = options
  let position: Cursor | null = null
  const lead = createLead({ knex, log, facts, read: () => position })
  /** Rows pushed ahead of their turn. */
  const ahead = new Set<number>()
  let coalescer = new Coalescer('', everyMs)
  let wanted = false
  let running: Promise<void> | null = null
  let stopped = false
  let readAt = 0
  let announced = ''
  let flushTimer: NodeJS.Timeout | undefined
  let heldTimer: NodeJS.Timeout | undefined
  let heldTimes = 0

  const wake = (): void => {
    wanted = true
    if (running || stopped) return
    running = drain().finally(() => {
      running = null
      if (wanted && !stopped) wake()
    })
  }

  const drain = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false
      try {
        position ??= begin(await horizon(knex))
        if (readAt > 0 && Date.now() - readAt > awayMs && (await isLost(knex, position))) {
          log.warn({ position }, 'the outbox no longer has what comes after this')
          position = begin(await horizon(knex))
          onGap?.()
        }
        const read = await readAfter(knex, position, batch, ahead.size < maxAhead ? ahead : null)
        readAt = Date.now()
        for (const row of read.rows) take(row)
        for (const row of read.ahead) takeAhead(row)
        if (read.rows.length + read.ahead.length === batch) wanted = true
        // Nothing is running and everything is read, so rows still remembered no longer exist, as after a restore.
        else if (!read.held) ahead.clear()
        flush()
        lookAgain(read.held, read.rows.length > 0)
      } catch (error) {
        log.warn({ err: error }, 'relay could not read the outbox')
        setTimeout(wake, 200).unref()
        return
      }
    }
  }
  /** The end of a transaction without an outbox row wakes nobody. */
  const lookAgain = (held: boolean, moved: boolean): void => {
    if (!held || moved) heldTimes = 0
    if (!held || stopped || heldTimer) return
    const again = () => {
      heldTimer = undefined
      heldTimes += 1
      wake()
    }
    heldTimer = setTimeout(again, Math.min(pollMs, heldMs * 2 ** heldTimes))
  }
  const begin = (at: Cursor): Cursor => {
    ahead.clear()
    coalescer = new Coalescer(formatCursor(at), everyMs)
    return at
  }

  const take = (row: OutboxRow): void => {
    const known = ahead.delete(row.cursor.id)
    if (!known) hear(row)
    coalescer.add(known ? [] : row.changes, performance.now(), formatCursor(row.cursor))
    position = row.cursor
    const { fact, payload } = row
    if (fact) lead.take({ fact, payload, cursor: row.cursor })
  }
  /**
   * Pushes do not wait for an unrelated transaction: versions say which change is newer. The leader's work waits for
   * its turn.
   */
  const takeAhead = (row: OutboxRow): void => {
    ahead.add(row.cursor.id)
    coalescer.add(row.changes, performance.now())
    hear(row)
  }
  const hear = ({ fact, payload }: OutboxRow): void => {
    if (fact) handle(log, heard, { fact, payload })
  }

  const flush = (): void => {
    for (const item of coalescer.take(performance.now(), ahead.size > 0 || wanted)) push(item)
    if (coalescer.waiting && !flushTimer) {
      flushTimer = setTimeout(() => {
        flushTimer = undefined
        flush()
      }, 20)
    }
  }

  /** Rows that wait for a running transaction are late too, and so are rows that cannot be read. */
  const measure = async (): Promise<void> => {
    if (!position || !onLag) return
    const unheard = readAt > 0 ? (Date.now() - readAt) / 1_000 : 0
    const lag = await oldestAfter(knex, position).catch(() => null)
    onLag(Math.max(0, lag ?? unheard))
  }
  const measuring = setInterval(() => void measure(), measureMs)
  const poll = setInterval(wake, pollMs)
  const tell = setInterval(() => {
    flush()
    const safe = coalescer.safeCursor
    if (position && safe !== announced) announce((announced = safe))
  }, 5_000)
  wake()

  return {
    wake,
    lead: lead.follow,
    alive: (ms) => Date.now() - readAt < ms,
    leading: lead.leading,
    async stop() {
      stopped = true
      clearInterval(measuring)
      clearInterval(poll)
      clearInterval(tell)
      clearTimeout(flushTimer)
      await running
      clearTimeout(heldTimer)
      await lead.stop()
      for (const item of coalescer.take(Number.MAX_SAFE_INTEGER)) push(item)
    },
  }
}
