import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createRollups } from '../../telemetry/history/rollups.ts'
import { createIngest } from '../../telemetry/ingest/ingest.ts'
import { createStorer } from '../../telemetry/ingest/ingest-storer.ts'
import { makeGateways, silentLog, type TestGateway } from '../../telemetry/ingest/testing/gateways.ts'
import { createRetention } from '../operation/run.ts'
import { stopwatch } from '../testing/figures.ts'

/** How long, and how much is old of each table; the long form is asked for by the environment. */
const seconds = Number(process.env['RETENTION_SECONDS'] ?? 10)
const oldRows = Number(process.env['RETENTION_ROWS'] ?? 40_000)
const dayMs = 86_400_000

let db: TestDatabase
let knex: Knex
let gateways: TestGateway[]
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  gateways = await makeGateways(knex, { gateways: 3, devices: 5 })
  const [deviceId] = gateways.flatMap(({ devices }) => devices.map(({ id }) => id))
  await knex.raw(`select ensure_partitions(now() - interval '600 days', now())`)
  await knex.raw(
    `insert into readings (device_id, at, temperature) select ?, now() - interval '600 days' + make_interval(mins => n * 5), 5 from generate_series(1, ?) n`,
    [deviceId ?? 0, oldRows],
  )
  await knex.raw(
    `insert into commands (actor, id, name, input_hash, outcome, at)
     select 'user:1', gen_random_uuid(), 'x', '\\x00', 'done', now() - interval '500 days' + make_interval(secs => n) from generate_series(1, ?) n`,
    [oldRows],
  )
  await knex.raw(
    `insert into gateway_messages select ?, gen_random_uuid() || 'x', now() - interval '40 days' from generate_series(1, ?)`,
    [gateways[0]?.gatewayId ?? 0, oldRows],
  )
})
afterAll(() => db?.close())

it(`while ${seconds} s of messages come and are rolled up, two processes delete, their connections killed again and again: nothing new is lost or doubled, all that is old goes, no deadlock [GW-5]`, async () => {
  const passed = stopwatch()
  const going = () => passed() < seconds * 1_000
  const deleting = ['one', 'other'].map((name) => connect(db.url, { max: 2, name: `retention ${name}` }))
  let stored = 0
  const took: number[] = []
  const send = async (gateway: TestGateway, lane: number) => {
    const ingest = createIngest(createStorer({ knex, log: silentLog }))
    for (let n = 0; going(); n += 1) {
      // Every seventh is weeks old: too late for its rollup.
      const at = (index: number) =>
        new Date(Date.now() - (index % 7 === 0 ? 20 * dayMs : 0) - index * 1_000).toISOString()
      const messages = Array.from({ length: 50 }, (_, index) => ({
        id: `lane-${lane}-${String(n * 50 + index).padStart(8, '0')}`,
        at: at(index),
        device: gateway.devices[index % gateway.devices.length]?.hardwareId,
        kind: 'reading',
        temperature: 7,
      }))
      const each = stopwatch()
      const answer = await ingest.accept(gateway, { messages })
      took.push(each())
      expect(answer).toMatchObject({ ok: true, reply: { stored: 50 } })
      stored += 50
    }
    await ingest.stop()
  }
  const rollUp = async () => {
    while (going()) await createRollups({ knex, log: silentLog, budgetMs: 2_000 }).run()
  }
  const remove = async (own: Knex) => {
    // A killed connection is a failed step, or a failed check for due work: the next tick continues.
    while (going())
      await createRetention({ knex: own, log: silentLog, budgetMs: 1_000, firstRows: 200 })
        .run()
        .catch(() => null)
  }
  let kills = 0
  const kill = async () => {
    while (going()) {
      const { n } = await one<{ n: number }>(
        knex,
        `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
         where datname = current_database() and application_name like 'retention %' and state <> 'idle'`,
      )
      kills += n
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  await Promise.all([...gateways.map(send), rollUp(), ...deleting.map(remove), kill()])
  await createRollups({ knex, log: silentLog }).run()
  await knex('retention').update({ checked_at: null })
  await createRetention({ knex, log: silentLog, budgetMs: 120_000 }).run()

  const { kept } = await one<{ kept: number }>(knex, 'select count(*)::int as kept from readings where temperature = 7')
  const { old } = await one<{ old: number }>(
    knex,
    `select ((select count(*) from commands where at < now() - interval '401 days') + (select count(*) from gateway_messages where at < now() - interval '32 days')
       + (select count(*) from readings where at < now() - interval '432 days'))::int as old`,
  )
  const { hours } = await one<{ hours: number }>(
    knex,
    `select sum(samples)::int as hours from readings_1_hour where bucket < now() - interval '100 days'`,
  )
  const { deadlocks } = await one<{ deadlocks: number }>(
    knex,
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  const { open } = await one<{ open: number }>(
    knex,
    'select count(*)::int as open from retention_runs where ended_at is null',
  )
  const sorted = took.toSorted((one, other) => one - other)
  const quantile = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  const pass = kept === stored && old === 0 && deadlocks === 0 && hours === oldRows && open === 0 && kills > 0
  console.log(
    JSON.stringify({
      test: 'retention',
      n: stored,
      faults: kills,
      lost: Math.max(0, stored - kept),
      dup: Math.max(0, kept - stored),
      p50: quantile(0.5),
      p95: quantile(0.95),
      p99: quantile(0.99),
      pass,
    }),
  )
  await Promise.all(deleting.map((own) => own.destroy()))
  expect({ kept, old, deadlocks, hours, open }).toEqual({ kept: stored, old: 0, deadlocks: 0, hours: oldRows, open: 0 })
  expect(kills).toBeGreaterThan(0)
})
