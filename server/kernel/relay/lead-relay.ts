import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type Cursor, type FactRow, readFacts } from '../../../db/outbox.ts'
import { one } from '../../../db/sql.ts'
import type { CallFactHandlers } from './call-fact-handlers.ts'
import { createElection } from './leader-election.ts'

const leaderLock = 727_001
const batch = 500
const overlapSeconds = 30
const noteMs = 5_000

interface Options {
  readonly knex: Knex
  readonly log: Logger
  readonly facts: CallFactHandlers
  /** Position up to which this process has read the outbox: from there it receives every fact. */
  readonly read: () => Cursor | null
}

/**
 * Handles facts in the leader. Starts slightly before the last recorded position: a fact handled twice does no harm.
 */
export function createLead({ knex, log, facts, read }: Options) {
  let handled: Cursor | null = null
  let noted = ''

  const hear = (row: FactRow): void => handle(log, facts, row)
  const begin = async (): Promise<void> => {
    const upTo = read()
    if (!upTo) throw new Error('the outbox has not been read yet')
    handled = upTo
    for (let at: Cursor | null = await startAt(knex); at; ) at = await catchUp(at, upTo)
  }
  /** Handles what was written before this process became leader; returns where to continue. */
  const catchUp = async (from: Cursor, upTo: Cursor): Promise<Cursor | null> => {
    const found = await readFacts(knex, from, upTo, batch)
    for (const each of found) hear(each)
    return found.length === batch ? (found.at(-1)?.cursor ?? null) : null
  }
  const election = createElection({ lock: leaderLock, name: 'relay', log, ready: () => read() !== null, begin })

  const note = async (): Promise<void> => {
    if (!election.leading() || !handled || handled.xid === noted) return
    noted = handled.xid
    await knex.raw('update relay_state set xid = ?::xid8 where xid < ?::xid8', [noted, noted])
  }
  const noting = setInterval(() => {
    note().catch((error: unknown) => log.warn({ err: error }, 'how far facts were handled is not noted'))
  }, noteMs)

  return {
    follow: election.follow,
    leading: election.leading,
    /** Accepts a fact that this process has read. */
    take(fact: FactRow): void {
      if (!election.leading()) return
      handled = fact.cursor
      hear(fact)
    },
    async stop(): Promise<void> {
      clearInterval(noting)
      await note().catch(() => {})
      await election.stop()
    },
  }
}

/** Runs the handlers of a fact and logs failures: a tick later does what was missed. */
export function handle(
  log: Logger,
  hear: CallFactHandlers,
  { fact, payload }: Pick<FactRow, 'fact' | 'payload'>,
): void {
  hear(fact, payload).catch((error: unknown) => log.error({ err: error, fact }, 'fact failed'))
}

/** Before the last recorded position, before the rows of the last seconds, and before every running transaction. */
async function startAt(knex: Knex): Promise<Cursor> {
  const { xid } = await one<{ xid: string }>(
    knex,
    `select least(outbox_horizon(), (select xid from relay_state),
       (select min(xid) from outbox where at > now() - make_interval(secs => ?)))::text as xid`,
    [overlapSeconds],
  )
  return { xid, id: 0 }
}
