import type { Knex } from 'knex'
import { row } from '../db/rows.ts'

/** What comes within so many minutes after its hour is not late. */
const patienceMinutes = 10
/** A step may take so long, that nobody waits for it; the next is shorter, or longer. */
const stepMs = { short: 700, long: 3_000 }
const longestHours = 31 * 24
const pollMs = 50

/** From now on what is older than the last whole hour is late; `most` = hours from then on stay open. Answers until when all hours are closed. */
export async function closeHours(
  knex: Knex,
  table: 'rollup_state' | 'rollup_bookings_state',
  most: Date | null,
): Promise<Date | null> {
  await knex.raw(
    `UPDATE ${table} SET closing_until = closing.until
     FROM (SELECT date_trunc('hour', least(clock_timestamp() - make_interval(mins => ?), ?), 'UTC') AS until) closing WHERE closing_until < closing.until`,
    [patienceMinutes, most],
  )
  const { until } = await row<{ until: Date | null }>(
    knex,
    `SELECT CASE WHEN isfinite(closing_until) THEN closing_until END AS until FROM ${table}`,
  )
  return until
}

/**
 * Waits until nobody writes any more who may not have known that the hours are closed: every transaction that has written something by now
 * has ended. False when that takes too long.
 */
export async function allSeen(knex: Knex, inTime: () => boolean): Promise<boolean> {
  const { barrier } = await row<{ barrier: string }>(
    knex,
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS barrier',
  )
  while (inTime()) {
    const { seen } = await row<{ seen: boolean }>(
      knex,
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ?::xid8 AS seen',
      [barrier],
    )
    if (seen) return true
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return false
}

/** Runs `roll` in transactions of their own, of as many hours as take about a second; answers how many hours the one did. */
export function rollingSteps(
  knex: Knex,
  roll: (trx: Knex.Transaction, closed: Date, mostHours: number) => Promise<number>,
): (closed: Date) => Promise<number> {
  let hours = 24
  return async (closed) => {
    const began = performance.now()
    try {
      const done = await knex.transaction((trx) => roll(trx, closed, hours))
      const took = performance.now() - began
      if (took > stepMs.long) hours = Math.max(1, Math.floor(hours / 2))
      else if (took < stepMs.short) hours = Math.min(longestHours, hours * 2)
      return done
    } catch (error) {
      if (hours > 1) hours = Math.max(1, Math.floor(hours / 4))
      throw error
    }
  }
}
