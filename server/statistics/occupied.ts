import type { Knex } from 'knex'
import { rows } from '../../db/rows.ts'
import { usageSql } from '../../telemetry/rollups-usage.ts'
import type { Between } from './calendar.ts'
import type { Target } from './target.ts'

/** What sensors told of an hour, milliseconds over all devices. */
export interface Told {
  occupiedMs: number
  knownMs: number
}

/** By UTC hour (key = its first ms): how long the sensors told anything, and that of it occupied, until `now` (rule T-12). */
export async function readOccupied(trx: Knex, target: Target, span: Between, now: Date): Promise<Map<number, Told>> {
  const ids = target.deviceId === null ? target.placeIds : [target.deviceId]
  const until = Math.min(span.until, now.getTime())
  if (ids.length === 0 || span.from >= until) return new Map()
  const found = await rows<{ hour: number; occupied: number; known: number }>(
    trx,
    `SELECT (extract(epoch FROM bucket) * 1000)::float8 AS hour, sum(occupied_ms) AS occupied, sum(known_ms) AS known
     FROM ${usageSql({ ids: ':ids', from: ':from::timestamptz', until: ':until::timestamptz' })} usage GROUP BY 1`,
    { ids: [...ids], from: new Date(span.from), until: new Date(until) } as never,
  )
  return new Map(found.map(({ hour, occupied, known }) => [hour, { occupiedMs: occupied, knownMs: known }]))
}
