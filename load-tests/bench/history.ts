import type { Knex } from 'knex'
import pino from 'pino'
import { metrics } from '../../contract/insight.ts'
import { statistics } from '../../contract/statistics.ts'
import { connect } from '../../db/connect.ts'
import { runQuery } from '../../server/kernel/bus/dispatch.ts'
import figures from '../../server/statistics/figures.ts'
import { createBookingRollups } from '../../server/statistics/roll-bookings.ts'
import { openSession, testContext } from '../../server/testing/context.ts'
import type { World } from '../../server/testing/world.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { createRollups } from '../../telemetry/history/rollups.ts'
import { makeBusyZone } from './history-sites.ts'

const dayMs = 86_400_000
const devices = 50

const log = pino({ level: 'silent' })

interface Database {
  readonly url: string
  readonly superuserUrl: string
}

/**
 * Server time in milliseconds for curves and figures over a year: of one device with a reading every ten minutes and of
 * a site of 50, the others with one every half an hour, before and after the rollup, with equal results; and the
 * figures of a zone of 2,000 places with a reservation every other day and their payments.
 */
export async function historyTimes({ url, superuserUrl }: Database, world: World, rounds: number) {
  const knex = connect(url, { max: 3, name: 'bench-history', queryTimeoutMs: 600_000 })
  const superuser = connect(superuserUrl, { max: 1, name: 'bench-history', queryTimeoutMs: 600_000 })
  const locks = connect(url, { max: 1, name: 'bench-history' })
  let keeping: NodeJS.Timeout | undefined
  try {
    keeping = await keepFromRolling(locks, knex)
    const until = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    const ids = await makeReadings(knex, world, until)
    const span = { from: new Date(until.getTime() - 365 * dayMs), until, metrics: [...metrics] }
    const ofDevice = () => readHistory(knex, { ...span, deviceIds: ids.slice(0, 1) })
    const ofSite = () => readHistory(knex, { ...span, deviceIds: ids })
    const before = { device: await measured(5, ofDevice), site: await measured(1, ofSite) }
    const answers = [await ofDevice(), await ofSite()]
    const seconds = await rollUp(knex, createRollups({ knex, log }))
    const after = { device: await measured(rounds, ofDevice), site: await measured(rounds, ofSite) }
    for (const [index, answer] of [await ofDevice(), await ofSite()].entries()) mustAgree(answers[index], answer)
    const zone = await zoneTimes(knex, superuser, world, 5)
    return { before, after, rollUpSeconds: seconds, zone }
  } finally {
    clearInterval(keeping)
    await locks.destroy()
    await superuser.destroy()
    await knex.destroy()
  }
}

/**
 * Keeps this portal from rolling up what is measured before it is. An idle connection would be closed, with its locks.
 */
async function keepFromRolling(locks: Knex, knex: Knex): Promise<NodeJS.Timeout> {
  await locks.raw('SELECT pg_advisory_lock(727002, 26), pg_advisory_lock(727002, 27)')
  await knex.raw(
    'TRUNCATE readings_1_hour, readings_6_hours, readings_1_day, device_usage_1_hour, site_usage_1_hour, rollup_late, rollup_bookings, rollup_bookings_late',
  )
  for (const table of ['rollup_state', 'rollup_bookings_state'])
    await knex(table).update({ rolled_until: '-infinity', closing_until: '-infinity' })
  return setInterval(() => void locks.raw('SELECT'), 5_000)
}

async function makeReadings(knex: Knex, world: World, until: Date): Promise<number[]> {
  await knex.raw(`SELECT ensure_partitions(now() - interval '13 months', now())`)
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
     SELECT 'C-' || n, 'C-' || n, ?, ?, (SELECT id FROM device_types WHERE type = 'SENSOR') FROM generate_series(1, ?) n RETURNING id`,
    [world.own.gateway.id, world.own.siteId, devices],
  )
  const ids = rows.map(({ id }) => id)
  await knex.raw(
    `INSERT INTO readings SELECT d, ?::timestamptz - n * interval '10 minutes', 20 + sin(n / 144.0) * 10 + d % 5, 60 + n % 7, 3.6, -90 - n % 9, n % 2, 1, false
     FROM generate_series(1, 52560) n CROSS JOIN unnest(?::integer[]) d WHERE d = ? OR n % 3 = 0`,
    [until, ids, ids[0] ?? 0],
  )
  await knex.raw('ANALYZE readings')
  return ids
}

/** Seconds until everything is rolled up. */
async function rollUp(knex: Knex, rollups: Pick<ReturnType<typeof createRollups>, 'run'>): Promise<number> {
  const began = performance.now()
  for (let { hours } = await rollups.run(); hours > 0; { hours } = await rollups.run());
  await knex.raw('ANALYZE readings_1_hour, readings_6_hours, readings_1_day, rollup_bookings')
  return (performance.now() - began) / 1_000
}

type Answer = Awaited<ReturnType<typeof readHistory>>

function mustAgree(before: Answer | undefined, after: Answer): void {
  if (before?.readings !== after.readings) throw new Error(`${before?.readings} readings, rolled up ${after.readings}`)
  for (const metric of metrics)
    for (const [index, point] of (after.series[metric] ?? []).entries()) {
      const other = before.series[metric]?.[index]
      const near = Math.abs((other?.avg ?? Number.NaN) - (point.avg ?? 0)) <= 1e-6 * Math.abs(point.avg ?? 0)
      if (other?.at !== point.at || other.min !== point.min || other.max !== point.max || !near)
        throw new Error(`${metric} at ${point.at}: ${JSON.stringify(other)}, rolled up ${JSON.stringify(point)}`)
    }
}

async function zoneTimes(knex: Knex, superuser: Knex, world: World, rounds: number) {
  const zoneId = await makeBusyZone(knex, superuser, world.tenants.own)
  const context = Object.assign(
    testContext(knex, { commands: new Map(), queries: new Map([[statistics.name, figures]]), watches: new Map() }),
    { limits: { take: async () => null } },
  )
  const session = await openSession(knex, world.users.admin.id)
  const until = Date.now()
  const input = { scope: 'zone', targetId: zoneId, from: at(until - 365 * dayMs), until: at(until) }
  const figuresOfYear = async () => {
    const answer = await runQuery(context, session, { name: statistics.name, input })
    if (!answer.ok) throw new Error(answer.refusal.code)
    const { totals } = answer.view as { totals: { reservations: number; occupiedShare: number | null } }
    if (totals.reservations < 350_000 || totals.occupiedShare === null) throw new Error(JSON.stringify(totals))
    return JSON.stringify(answer.view)
  }
  const direct = await figuresOfYear()
  const before = await measured(1, figuresOfYear)
  const rollUpSeconds = await rollUp(knex, createBookingRollups({ knex, log }))
  const after = await measured(rounds, figuresOfYear)
  if ((await figuresOfYear()) !== direct) throw new Error('the figures differ once they are rolled up')
  return { before, after, rollUpSeconds }
}

const at = (ms: number): string => new Date(ms).toISOString()

async function measured(rounds: number, work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const part = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: part(0.5), p95: part(0.95) }
}
