import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { row, rows } from '../db/rows.ts'
import { rollAgain, rollReadings } from './rollups-readings.ts'
import { rollUsage, rollUsageAgain } from './rollups-usage.ts'

/** How far readings and reports are rolled up; null = not begun. */
export interface RollupState {
  readonly closingUntil: Date | null
  readonly rolledUntil: Date | null
  readonly rawFrom: Date | null
}

const hourMs = 3_600_000
/** What comes within so many minutes after its hour is not late. */
const patienceMinutes = 10
/** A slice may take so long, that nobody waits for it; the next is shorter, or longer. */
const sliceMs = { short: 700, long: 3_000 }
const longestSliceHours = 31 * 24
/** Devices with late hours in one transaction. */
const lateDevices = 100
const pollMs = 50

/** Where rolling up stands. */
export async function readRollupState(trx: Knex): Promise<RollupState> {
  return row(
    trx,
    `SELECT CASE WHEN isfinite(closing_until) THEN closing_until END AS "closingUntil",
       CASE WHEN isfinite(rolled_until) THEN rolled_until END AS "rolledUntil", CASE WHEN isfinite(raw_from) THEN raw_from END AS "rawFrom" FROM rollup_state`,
  )
}

interface Options {
  readonly knex: Knex
  readonly log: Logger
  /** Work of one run at most, ms; the rest waits for the next. */
  readonly budgetMs?: number
  /** True: no further step is begun. */
  readonly stopping?: () => boolean
}

/**
 * Rolls readings and reports up, hour by hour by the database's clock (rules T-7 to T-11). Every step is a transaction of its own, so that a run
 * that ends anywhere is gone on with, by whichever process; two at once take turns. Answers how many hours and late devices were done.
 */
export function createRollups({ knex, log, budgetMs = 20_000, stopping = () => false }: Options) {
  let hours = 24
  const step = async (): Promise<number> => {
    const began = performance.now()
    try {
      const done = await knex.transaction((trx) => rollSlice(trx, hours))
      const took = performance.now() - began
      if (took > sliceMs.long) hours = Math.max(1, Math.floor(hours / 2))
      else if (took < sliceMs.short) hours = Math.min(longestSliceHours, hours * 2)
      return done
    } catch (error) {
      if (hours > 1) hours = Math.max(1, Math.floor(hours / 4))
      throw error
    }
  }
  return {
    /** `most` = hours from then on stay open. */
    async run(most?: Date): Promise<{ hours: number; late: number }> {
      const until = performance.now() + budgetMs
      const inTime = (): boolean => performance.now() < until && !stopping()
      const done = { hours: 0, late: 0 }
      await closeHours(knex, most ?? null)
      if (!(await allSeen(knex, inTime))) return done
      for (let each = 1; each > 0 && inTime(); ) {
        each = await step()
        done.hours += each
      }
      for (let each = 1; each > 0 && inTime(); ) {
        each = await knex.transaction(rollLate)
        done.late += each
      }
      if (done.hours > 1 || done.late > 0) log.info(done, 'readings and reports rolled up')
      return done
    },
  }
}

/** From now on what is older than the last whole hour is late. */
async function closeHours(knex: Knex, most: Date | null): Promise<void> {
  await knex.raw(
    `UPDATE rollup_state SET closing_until = closing.until
     FROM (SELECT date_trunc('hour', least(clock_timestamp() - make_interval(mins => ?), ?), 'UTC') AS until) closing WHERE closing_until < closing.until`,
    [patienceMinutes, most],
  )
}

/**
 * Waits until nobody writes any more who may not have known that the hours are closed: every transaction that has written something by now
 * has ended. False when that takes too long.
 */
async function allSeen(knex: Knex, inTime: () => boolean): Promise<boolean> {
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

/** The state, for whoever works on it: another process waits for the end of this transaction. */
async function lockState(trx: Knex.Transaction): Promise<RollupState> {
  await trx.raw('SELECT FROM rollup_state FOR UPDATE')
  return readRollupState(trx)
}

/** Rolls the next hours up, at most so many; answers how many. */
async function rollSlice(trx: Knex.Transaction, most: number): Promise<number> {
  const { closingUntil, rolledUntil } = await lockState(trx)
  if (closingUntil === null) return 0
  const from = rolledUntil ?? (await firstHour(trx)) ?? closingUntil
  const until = new Date(Math.min(from.getTime() + most * hourMs, closingUntil.getTime()))
  if (from >= until) return 0
  await rollReadings(trx, from, until)
  await rollUsage(trx, from, until)
  await trx('rollup_state').update({ rolled_until: until })
  return (until.getTime() - from.getTime()) / hourMs
}

/** The hour of the first reading or report there is. */
async function firstHour(trx: Knex): Promise<Date | null> {
  const { first } = await row<{ first: Date | null }>(
    trx,
    `SELECT date_trunc('hour', min(first.at), 'UTC') AS first FROM devices d CROSS JOIN LATERAL (
       (SELECT at FROM readings WHERE device_id = d.id ORDER BY at LIMIT 1)
       UNION ALL (SELECT at FROM device_reports WHERE device_id = d.id ORDER BY at LIMIT 1)) first`,
  )
  return first
}

/** Works late hours off, of some devices; answers of how many. Those that are not rolled up yet wait. */
async function rollLate(trx: Knex.Transaction): Promise<number> {
  const { rolledUntil, rawFrom } = await lockState(trx)
  if (rolledUntil === null) return 0
  const late = await rows<{ device_id: number; hours: Date[] }>(
    trx,
    `WITH chosen AS (SELECT DISTINCT device_id FROM rollup_late WHERE hour < :rolled LIMIT :most),
     taken AS (DELETE FROM rollup_late l USING chosen WHERE l.device_id = chosen.device_id AND l.hour < :rolled RETURNING l.device_id, l.hour)
     SELECT device_id, array_agg(DISTINCT hour) AS hours FROM taken GROUP BY 1 ORDER BY 1`,
    { rolled: rolledUntil, most: lateDevices } as never,
  )
  for (const { device_id: deviceId, hours } of late) {
    const there = hours.filter((hour) => rawFrom === null || hour >= rawFrom)
    if (there.length === 0) continue
    await rollAgain(trx, deviceId, there, rolledUntil)
    await rollUsageAgain(trx, deviceId, there, rolledUntil)
  }
  return late.length
}
