import type { Knex } from 'knex'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Cursor, type FactRow, readFacts } from '../../db/outbox.ts'
import { one } from '../../db/sql.ts'
import type { Hear } from './hear.ts'

const leaderLock = 727_001
const batch = 500
const overlapSeconds = 30
const againMs = 1_000
const noteMs = 5_000

/**
 * What has to be done once is handled by one process, which leads by an advisory lock on its listening connection; when that ends another one takes
 * over. It begins where handling was last noted, and a little earlier: what is heard twice does no harm.
 */
export function createLead({ knex, log, facts }: { knex: Knex; log: Logger; facts: Hear }) {
  const ended = new WeakSet<pg.Client>()
  const timers = new Set<NodeJS.Timeout>()
  let client: pg.Client | null = null
  let handled: Cursor | null = null
  let noted = ''
  let stopped = false

  const hear = (row: FactRow): void => handle(log, facts, row)
  const again = (next: pg.Client, read: () => Cursor | null): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void lead(next, read)
    }, againMs)
    timer.unref()
    timers.add(timer)
  }
  /** `read` = how far this process has read the outbox: from then on it hears every fact as it comes. */
  const lead = async (next: pg.Client, read: () => Cursor | null): Promise<void> => {
    if (stopped || client === next || ended.has(next)) return
    try {
      const until = read()
      if (!until) return again(next, read)
      const { rows } = await next.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [leaderLock])
      if (!rows[0]?.got || ended.has(next)) return again(next, read)
      client = next
      const upTo = read() ?? until
      handled = upTo
      const from = await startAt(knex)
      log.info({ from, upTo }, 'relay leads')
      for (let at: Cursor | null = from; at; ) at = await catchUp(at, upTo)
    } catch (error) {
      log.warn({ err: error }, 'relay could not take the lead')
      if (client === next) await next.query('select pg_advisory_unlock($1)', [leaderLock]).catch(() => {})
      client = null
      again(next, read)
    }
  }
  /** Handles what was written before this process led; answers where to go on. */
  const catchUp = async (from: Cursor, upTo: Cursor): Promise<Cursor | null> => {
    const found = await readFacts(knex, from, upTo, batch)
    for (const each of found) hear(each)
    return found.length === batch ? (found.at(-1)?.cursor ?? null) : null
  }

  const note = async (): Promise<void> => {
    if (!client || !handled || handled.xid === noted) return
    noted = handled.xid
    await knex.raw('update relay_state set xid = ?::xid8 where xid < ?::xid8', [noted, noted])
  }
  const noting = setInterval(() => {
    note().catch((error: unknown) => log.warn({ err: error }, 'how far facts were handled is not noted'))
  }, noteMs)

  return {
    /** Tries to lead on a listening connection for as long as it lasts. */
    follow(next: pg.Client, read: () => Cursor | null): void {
      next.once('end', () => {
        ended.add(next)
        if (client === next) client = null
      })
      void lead(next, read)
    },
    /** A fact that this process has read. */
    take(fact: FactRow): void {
      if (!client) return
      handled = fact.cursor
      hear(fact)
    },
    leading: () => client !== null,
    async stop(): Promise<void> {
      stopped = true
      clearInterval(noting)
      for (const timer of timers) clearTimeout(timer)
      await note().catch(() => {})
    },
  }
}

/** Runs the handlers of a fact; what goes wrong is logged: a tick does later what was not done. */
export function handle(log: Logger, hear: Hear, { fact, payload }: Pick<FactRow, 'fact' | 'payload'>): void {
  hear(fact, payload).catch((error: unknown) => log.error({ err: error, fact }, 'fact failed'))
}

/** Before what was noted last, before everything of the last seconds, and before every transaction that still runs. */
async function startAt(knex: Knex): Promise<Cursor> {
  const { xid } = await one<{ xid: string }>(
    knex,
    `select least(outbox_horizon(), (select xid from relay_state),
       (select min(xid) from outbox where at > now() - make_interval(secs => ?)))::text as xid`,
    [overlapSeconds],
  )
  return { xid, id: 0 }
}
