import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import type { UpkeepOptions } from './upkeep.ts'

/** Minutes after its hour within which a message is not late. */
const patienceMinutes = 10
/** Durations beyond which the next step is smaller or larger, so that nobody notices one. */
const stepMs = { short: 150, long: 600 }
const firstHours = 2
const maxStepHours = 31 * 24
const pollMs = 50

export interface RollingOptions extends UpkeepOptions {
  readonly knex: Knex
}

/** What is rolled up, and how. */
interface Rollup {
  /** Table of its state: until when hours are closed. */
  readonly table: 'rollup_state' | 'rollup_bookings_state'
  /** Log line of a run that did something. */
  readonly said: string
  /** Rolls up at most `maxHours` of the next hours closed until `closed`. Returns how many. */
  readonly slice: (trx: Knex.Transaction, closed: Date, maxHours: number) => Promise<number>
  /** Handles late data of some devices or sites above `after`. Returns which, ascending. */
  readonly late: (trx: Knex.Transaction, after: number) => Promise<number[]>
}

/**
 * Rolls up hour by hour, by the database's clock. Each step is a transaction of its own, so any process can continue an interrupted run;
 * two at once take turns. Returns the numbers of hours and of late devices.
 */
export function rolling(
  { knex, log, budgetMs = 20_000, stopping = () => false, rest }: RollingOptions,
  rollup: Rollup,
) {
  const step = rollingSteps(knex, rollup.slice)
  /** Late data are handled up to here: the next run continues, so that devices that are always late delay nobody. */
  let after = 0
  const resting = async (work: Promise<number>): Promise<number> => {
    const began = performance.now()
    const done = await work
    if (done > 0 && rest) await rest(performance.now() - began)
    return done
  }
  return {
    /** `most` = hours from then on stay open. */
    async run(most?: Date): Promise<{ hours: number; late: number }> {
      const until = performance.now() + budgetMs
      const inTime = (): boolean => performance.now() < until && !stopping()
      const done = { hours: 0, late: 0 }
      const closed = await closeHours(knex, rollup.table, most ?? null)
      if (closed === null || !(await allSeen(knex, inTime))) return done
      for (let each = 1; each > 0 && inTime(); ) {
        each = await resting(step(closed))
        done.hours += each
      }
      // Each device once: data that keep arriving late are handled together in the next run, not repeatedly in this one.
      const late = async (): Promise<number> => {
        const ids = await knex.transaction((trx) => rollup.late(trx, after))
        after = ids.at(-1) ?? 0
        return ids.length
      }
      for (let each = 1; each > 0 && inTime(); ) {
        each = await resting(late())
        done.late += each
      }
      if (done.hours > 1 || done.late > 0) log.info(done, rollup.said)
      return done
    },
  }
}

/** Makes everything older than the last whole hour late; `most` = hours from then on stay open. Returns until when all hours are closed. */
async function closeHours(knex: Knex, table: Rollup['table'], most: Date | null): Promise<Date | null> {
  await knex.raw(
    `UPDATE ${table} SET closing_until = closing.until
     FROM (SELECT date_trunc('hour', least(clock_timestamp() - make_interval(mins => ?), ?), 'UTC') AS until) closing WHERE closing_until < closing.until`,
    [patienceMinutes, most],
  )
  const { until } = await one<{ until: Date | null }>(
    knex,
    `SELECT CASE WHEN isfinite(closing_until) THEN closing_until END AS until FROM ${table}`,
  )
  return until
}

/**
 * Waits for the end of every transaction that may not know of the closed hours; other databases do not count. Returns false if that takes
 * too long.
 */
async function allSeen(knex: Knex, inTime: () => boolean): Promise<boolean> {
  const { barrier } = await one<{ barrier: string }>(
    knex,
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS barrier',
  )
  while (inTime()) {
    const { seen } = await one<{ seen: boolean }>(knex, 'SELECT outbox_horizon() >= ?::xid8 AS seen', [barrier])
    if (seen) return true
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return false
}

/** Runs `roll` in transactions of as many hours as take some tenths of a second. Returns the number of hours. */
function rollingSteps(
  knex: Knex,
  roll: (trx: Knex.Transaction, closed: Date, maxHours: number) => Promise<number>,
): (closed: Date) => Promise<number> {
  let hours = firstHours
  return async (closed) => {
    const began = performance.now()
    try {
      const done = await knex.transaction((trx) => roll(trx, closed, hours))
      const took = performance.now() - began
      if (took > stepMs.long) hours = Math.max(1, Math.floor(hours / 2))
      else if (took < stepMs.short) hours = Math.min(maxStepHours, hours * 2)
      return done
    } catch (error) {
      if (hours > 1) hours = Math.max(1, Math.floor(hours / 4))
      throw error
    }
  }
}
