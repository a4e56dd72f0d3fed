import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { row, rows } from '../db/rows.ts'
import { rollAgain, rollReadings } from './rollups-readings.ts'
import { allSeen, closeHours, rollingSteps } from './rollups-steps.ts'
import { rollUsage, rollUsageAgain } from './rollups-usage.ts'

/** How far readings and reports are rolled up; null = not begun. */
export interface RollupState {
  readonly closingUntil: Date | null
  readonly rolledUntil: Date | null
  readonly rawFrom: Date | null
}

const hourMs = 3_600_000
/** Devices with late hours in one transaction. */
const lateDevices = 100

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
  const step = rollingSteps(knex, rollSlice)
  return {
    /** `most` = hours from then on stay open. */
    async run(most?: Date): Promise<{ hours: number; late: number }> {
      const until = performance.now() + budgetMs
      const inTime = (): boolean => performance.now() < until && !stopping()
      const done = { hours: 0, late: 0 }
      const closed = await closeHours(knex, 'rollup_state', most ?? null)
      if (closed === null || !(await allSeen(knex, inTime))) return done
      for (let each = 1; each > 0 && inTime(); ) {
        each = await step(closed)
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

/** The state, for whoever works on it: another process waits for the end of this transaction. */
async function lockState(trx: Knex.Transaction): Promise<RollupState> {
  await trx.raw('SELECT FROM rollup_state FOR UPDATE')
  return readRollupState(trx)
}

/** Rolls the next hours up, at most so many, none that was closed since everybody was waited for; answers how many. */
async function rollSlice(trx: Knex.Transaction, closed: Date, most: number): Promise<number> {
  const { rolledUntil } = await lockState(trx)
  const from = rolledUntil ?? (await firstHour(trx)) ?? closed
  const until = new Date(Math.min(from.getTime() + most * hourMs, closed.getTime()))
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
