import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import { largerRollups } from './rollups-readings.ts'

const hourMs = 3_600_000

/** Whether rolled-up readings are continuous aggregates, which are refreshed, not written. */
export async function hasAggregates(trx: Knex): Promise<boolean> {
  return (await one<{ has: boolean }>(trx, 'SELECT has_aggregates() AS has')).has
}

/**
 * Waits until nobody else refreshes, for the rest of the transaction. An advisory lock has no transaction id, so no screen waits for the
 * refresh, which runs in its own transactions.
 */
export async function lockRefreshing(trx: Knex.Transaction): Promise<void> {
  await trx.raw('SET LOCAL idle_in_transaction_session_timeout = 0')
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('refresh_rollups'))`)
}

/** Refreshes whole hours [from, until), and the six hours and days that they complete. Not within a transaction. */
export async function refreshSpan(storage: Knex, from: Date, until: Date): Promise<void> {
  await refresh(storage, 'readings_1_hour', from.getTime(), until.getTime())
  for (const { table, hours } of largerRollups)
    await refresh(storage, table, whole(from.getTime(), hours), whole(until.getTime(), hours))
}

/**
 * Refreshes single hours of all devices, with their six hours and days where complete at `rolledUntil`. TimescaleDB skips unchanged ones.
 * Not within a transaction.
 */
export async function refreshHours(storage: Knex, hours: readonly Date[], rolledUntil: Date): Promise<void> {
  const times = hours.map((hour) => hour.getTime())
  for (const { table, hours: length } of [{ table: 'readings_1_hour', hours: 1 } as const, ...largerRollups]) {
    const complete = whole(rolledUntil.getTime(), length)
    const starts = times.map((time) => whole(time, length)).filter((start) => start < complete)
    for (const [from, until] of spansOf(starts, length * hourMs)) await refresh(storage, table, from, until)
  }
}

/** Returns buckets of `length` ms as spans, adjacent ones merged. */
export function spansOf(starts: readonly number[], length: number): [number, number][] {
  const spans: [number, number][] = []
  for (const start of [...new Set(starts)].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.[1] === start) last[1] = start + length
    else spans.push([start, start + length])
  }
  return spans
}

const whole = (time: number, hours: number): number => Math.floor(time / (hours * hourMs)) * hours * hourMs

async function refresh(storage: Knex, rollup: string, from: number, until: number): Promise<void> {
  if (from >= until) return
  await storage.raw('CALL refresh_continuous_aggregate(?, ?::timestamptz, ?::timestamptz)', [
    rollup,
    new Date(from),
    new Date(until),
  ])
}
