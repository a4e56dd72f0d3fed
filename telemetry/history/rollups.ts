import type { Knex } from 'knex'
import { many, one } from '../../db/sql.ts'
import { rollAgain, rollReadings } from './rollups-readings.ts'
import { hasAggregates, lockRefreshing, refreshHours, refreshSpan } from './rollups-refresh.ts'
import { type RollingOptions, rolling } from './rollups-steps.ts'
import { rollUsage, rollUsageAgain } from './rollups-usage.ts'

/** How far readings and reports are rolled up; null = not begun. */
export interface RollupState {
  readonly closingUntil: Date | null
  readonly rolledUntil: Date | null
  readonly rawFrom: Date | null
}

const hourMs = 3_600_000
/** Limits of late data in one transaction: devices, and their hours since the first late one. */
const maxLate = { devices: 100, hours: 5_000 }

/** Returns how far the rollups are. */
export async function readRollupState(trx: Knex): Promise<RollupState> {
  return one(
    trx,
    `SELECT CASE WHEN isfinite(closing_until) THEN closing_until END AS "closingUntil",
       CASE WHEN isfinite(rolled_until) THEN rolled_until END AS "rolledUntil", CASE WHEN isfinite(raw_from) THEN raw_from END AS "rawFrom" FROM rollup_state`,
  )
}

/**
 * Rolls up readings and reports (rules T-7 to T-11); late data count by devices. Continuous aggregates are refreshed over `storage`, which
 * should have long timeouts.
 */
export function createRollups({ storage, ...options }: RollingOptions & { readonly storage?: Knex }) {
  const refreshing = storage ?? options.knex
  return rolling(options, {
    table: 'rollup_state',
    said: 'readings and reports rolled up',
    slice: (trx, closed, most) => rollSlice(trx, closed, most, refreshing),
    late: (trx, after) => rollLate(trx, after, refreshing),
  })
}

/** Locks and returns the state; other processes wait for the end of this transaction. */
async function lockState(trx: Knex.Transaction): Promise<RollupState> {
  await trx.raw('SELECT FROM rollup_state FOR UPDATE')
  return readRollupState(trx)
}

/** As `lockState`, before a refresh: locks the state itself only afterwards, because screens wait for that. */
async function beginRefresh(trx: Knex.Transaction): Promise<RollupState> {
  await lockRefreshing(trx)
  return readRollupState(trx)
}

/** Rolls up at most `most` of the next hours closed until `closed`. Returns how many. */
async function rollSlice(trx: Knex.Transaction, closed: Date, most: number, storage: Knex): Promise<number> {
  const refreshes = await hasAggregates(trx)
  const { rolledUntil } = await (refreshes ? beginRefresh : lockState)(trx)
  const from = rolledUntil ?? (await firstHour(trx)) ?? closed
  const until = new Date(Math.min(from.getTime() + most * hourMs, closed.getTime()))
  if (from >= until) return 0
  if (refreshes) {
    await refreshSpan(storage, from, until)
    await lockState(trx)
  } else await rollReadings(trx, from, until)
  await rollUsage(trx, from, until)
  await trx('rollup_state').update({ rolled_until: until })
  return (until.getTime() - from.getTime()) / hourMs
}

/** Returns the hour of the first reading or report. */
async function firstHour(trx: Knex): Promise<Date | null> {
  const { first } = await one<{ first: Date | null }>(
    trx,
    `SELECT date_trunc('hour', min(first.at), 'UTC') AS first FROM devices d CROSS JOIN LATERAL (
       (SELECT at FROM readings WHERE device_id = d.id ORDER BY at LIMIT 1)
       UNION ALL (SELECT at FROM device_reports WHERE device_id = d.id ORDER BY at LIMIT 1)) first`,
  )
  return first
}

export interface LateDevice {
  readonly deviceId: number
  readonly hours: Date[]
  readonly notes: string[]
}

/**
 * Rolls up late hours again, of some devices above `after`. Returns which. Hours that are not rolled up yet wait. Each note goes with its
 * work; newer ones stay.
 */
async function rollLate(trx: Knex.Transaction, after: number, storage: Knex): Promise<number[]> {
  const refreshes = await hasAggregates(trx)
  const { rolledUntil, rawFrom } = await (refreshes ? beginRefresh : lockState)(trx)
  if (rolledUntil === null) return []
  const devices = await readLate(trx, after, rolledUntil)
  const ids = devices.map(({ deviceId }) => deviceId)
  const late = devices.flatMap(({ deviceId, hours }) =>
    hours.filter((hour) => rawFrom === null || hour >= rawFrom).map((hour) => ({ deviceId, hour })),
  )
  if (refreshes && devices.length > 0) {
    await refreshHours(
      storage,
      late.map(({ hour }) => hour),
      rolledUntil,
    )
    await lockState(trx)
  }
  await trx.raw('DELETE FROM rollup_late WHERE device_id = ANY (?) AND id = ANY (?)', [
    ids,
    devices.flatMap(({ notes }) => notes),
  ])
  if (late.length > 0) {
    if (!refreshes) await rollAgain(trx, late, rolledUntil)
    await rollUsageAgain(trx, late, rolledUntil)
  }
  return ids
}

async function readLate(trx: Knex.Transaction, after: number, rolledUntil: Date): Promise<LateDevice[]> {
  const found = await many<LateDevice>(
    trx,
    `WITH chosen AS (SELECT DISTINCT device_id FROM rollup_late WHERE device_id > :after AND hour < :rolled ORDER BY 1 LIMIT :most)
     SELECT l.device_id AS "deviceId", array_agg(DISTINCT l.hour) AS hours, array_agg(l.id::text) AS notes
     FROM rollup_late l JOIN chosen USING (device_id) WHERE l.hour < :rolled GROUP BY 1 ORDER BY 1`,
    { after, rolled: rolledUntil, most: maxLate.devices } as never,
  )
  return inOneStep(found, rolledUntil)
}

/** Returns the first devices, as many as one transaction should handle; at least one. */
export function inOneStep(late: readonly LateDevice[], rolledUntil: Date): LateDevice[] {
  let spans = 0
  return late.filter(({ hours }, place) => {
    spans += (rolledUntil.getTime() - Math.min(...hours.map((hour) => hour.getTime()))) / hourMs
    return place === 0 || spans <= maxLate.hours
  })
}
