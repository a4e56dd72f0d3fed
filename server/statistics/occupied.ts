import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { readRollupState } from '../../telemetry/history/rollups.ts'
import { sameSpan, usageSql } from '../../telemetry/history/rollups-usage.ts'
import type { Between } from './calendar.ts'
import type { Target } from './target.ts'

/** What sensors reported in an hour, milliseconds over all devices. */
export interface Told {
  occupiedMs: number
  knownMs: number
}

const hourMs = 3_600_000
/** Maximum time computed from reports per query; while a grown database is being rolled up more may be missing. */
const maxUnrolledMs = 48 * hourMs

/**
 * Returns by UTC hour (its first ms) the known and occupied time until `now` (rule T-12): whole hours from the rollup,
 * the rest from the reports.
 */
export async function readOccupied(trx: Knex, target: Target, span: Between, now: Date): Promise<Map<number, Told>> {
  const end = Math.min(span.until, now.getTime())
  if (span.from >= end) return new Map()
  const { rolledUntil } = await readRollupState(trx)
  const first = Math.ceil(span.from / hourMs) * hourMs
  const last = Math.max(first, Math.min(Math.floor(end / hourMs) * hourMs, rolledUntil?.getTime() ?? first))
  const tail = target.deviceId === null ? Math.min(end, last + maxUnrolledMs) : end
  const parts = [
    await readRolled(trx, target, { from: first, until: last }),
    await readReported(trx, target, { from: span.from, until: Math.min(first, end) }),
    await readReported(trx, target, { from: last, until: tail }),
  ]
  const told = new Map<number, Told>()
  for (const { hour, occupied, known } of parts.flat()) {
    const sum = told.get(hour) ?? { occupiedMs: 0, knownMs: 0 }
    told.set(hour, { occupiedMs: sum.occupiedMs + occupied, knownMs: sum.knownMs + known })
  }
  return told
}

interface Row {
  hour: number
  occupied: number
  known: number
}
const sums = '(extract(epoch FROM bucket) * 1000)::float8 AS hour, sum(occupied_ms) AS occupied, sum(known_ms) AS known'

async function readRolled(trx: Knex, { deviceId, siteIds }: Target, { from, until }: Between): Promise<Row[]> {
  if (from >= until) return []
  const [table, column, ids] =
    deviceId === null
      ? ['site_usage_1_hour', 'site_id', [...siteIds]]
      : ['device_usage_1_hour', 'device_id', [deviceId]]
  return many(
    trx,
    `SELECT ${sums} FROM ${table} WHERE ${column} = ANY (:ids) AND bucket >= :from AND bucket < :until GROUP BY bucket`,
    { ids, from: new Date(from), until: new Date(until) } as never,
  )
}

async function readReported(trx: Knex, { deviceId, placeIds }: Target, { from, until }: Between): Promise<Row[]> {
  const ids = deviceId === null ? [...placeIds] : [deviceId]
  if (from >= until || ids.length === 0) return []
  return many(trx, `SELECT ${sums} FROM ${usageSql(sameSpan(':ids::integer[]'))} usage GROUP BY bucket`, {
    ids,
    from: new Date(from),
    until: new Date(until),
  } as never)
}
