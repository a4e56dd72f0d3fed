import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RetentionKey, retentionKeys, retentionKinds } from '../../contract/operation.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { createRollups } from '../../telemetry/history/rollups.ts'
import { hasAggregates } from '../../telemetry/history/rollups-refresh.ts'
import { tablesOf } from './kinds.ts'
import { createRetention } from './run.ts'

const log = pino({ level: 'silent' })
const dayMs = 86_400_000
let db: TestDatabase
let knex: Knex
let site: Planted
/** Rolled-up readings, where they are the portal's own tables: continuous aggregates lose whole chunks. */
let rolledUp: string[] = ['readings_1_hour', 'readings_6_hours', 'readings_1_day']
const ours = (key: RetentionKey) =>
  tablesOf(key).filter((name) => key !== 'rollups' || !name.startsWith('readings_') || rolledUp.includes(name))
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  if (await hasAggregates(knex)) rolledUp = []
})
afterAll(() => db?.close())

const at = (daysAgo: number): Date => new Date(Date.now() - daysAgo * dayMs)
const run = (options = {}) => createRetention({ knex, log, budgetMs: 60_000, ...options }).run()
const due = () => knex('retention').update({ checked_at: null })

/** A row of every kind, so many days old. */
const plant: Readonly<Record<RetentionKey, (days: number) => Promise<unknown>>> = {
  readings: async () => {},
  rollups: async (days) => {
    const [deviceId = 0] = site.deviceIds
    const counts = Object.fromEntries(
      ['temperature', 'humidity', 'supply_voltage', 'rssi', 'rx_timeouts', 'retries'].map((name) => [`${name}_n`, 0]),
    )
    for (const table of rolledUp)
      await knex(table).insert({ device_id: deviceId, bucket: at(days), samples: 1, ...counts })
    await knex('device_usage_1_hour').insert({ device_id: deviceId, bucket: at(days), occupied_ms: 0, known_ms: 1 })
  },
  siteRollups: (days) =>
    knex('site_usage_1_hour').insert({ site_id: site.siteId, bucket: at(days), occupied_ms: 0, known_ms: 1 }),
  receipts: async (days) => {
    const receipt = { gateway_id: site.gatewayId, at: at(days) }
    await knex.raw('insert into gateway_messages values (?, ?, ?)', [site.gatewayId, `${randomUUID()}x`, at(days)])
    await knex('gateway_message_blocks').insert({
      ...receipt,
      series: randomUUID(),
      block: 1,
      numbers: knex.raw(`repeat('1', 256)::bit(256)`),
    })
  },
  gatewayEvents: (days) =>
    knex('gateway_events').insert({ gateway_id: site.gatewayId, at: at(days), received_at: at(days), event: 'button' }),
  accessEvents: async (days) => {
    const event = {
      gateway_id: site.gatewayId,
      device_id: site.deviceIds[0],
      at: at(days),
      received_at: at(days),
      event: 'plate-seen',
      value: 'HF1',
    }
    await knex('access_events').insert({ ...event, judged_at: at(days), outcome: 'nobody' })
    await knex('plate_sightings').insert({
      site_id: site.siteId,
      source: 'camera',
      source_event_id: randomUUID(),
      plate: 'HF1',
      at: at(days),
      received_at: at(days),
    })
  },
  deviceCommands: async (days) => {
    const deviceCommand = (more: object) => ({
      id: randomUUID(),
      device_id: site.deviceIds[0],
      gateway_id: site.gatewayId,
      site_id: site.siteId,
      action: 'open',
      allowed_by: 'operator',
      state: 'confirmed',
      support_code: randomUUID(),
      issued_at: at(days),
      deadline: at(days - 0.001),
      settled_at: at(days),
      ...more,
    })
    const runId = randomUUID()
    const made = deviceCommand({ run_id: runId })
    await knex('control_runs').insert({
      id: runId,
      site_id: site.siteId,
      action: 'open',
      state: 'done',
      created_at: at(days),
      ended_at: at(days),
    })
    await knex('device_commands').insert([made, deviceCommand({})])
    await knex('control_steps').insert({
      run_id: runId,
      place: 1,
      device_id: made.device_id,
      device_command_id: made.id,
      state: 'done',
    })
    await knex('tokens').insert({
      purpose: 'invitation',
      token_hash: randomBytes(32),
      created_at: at(days + 1),
      expires_at: at(days),
    })
  },
  malfunctions: async (days) => {
    const id = await insert(knex, 'malfunctions', {
      kind: 'low-voltage',
      severity: 'warning',
      device_id: site.deviceIds[0],
      site_id: site.siteId,
      opened_at: at(days),
      closed_at: at(days),
    })
    await knex('malfunction_history').insert({ malfunction_id: id, type: 'opened', at: at(days) })
  },
  messages: (days) =>
    knex('messages').insert({
      channel: 'mail',
      kind: 'reservation-confirmed',
      recipient: 'a@example.org',
      subject: 'a',
      body_text: 'a',
      state: 'sent',
      sent_at: at(days),
      created_at: at(days),
    }),
  commands: (days) =>
    knex('commands').insert({
      actor: 'user:1',
      id: randomUUID(),
      name: 'x',
      input_hash: randomBytes(32),
      outcome: 'done',
      at: at(days),
    }),
  history: (days) =>
    knex('row_history').insert({
      ...{ at: at(days), cause: `user:1 ${randomUUID()}`, operation: 'edit', leads: true },
      ...{ entity: 'zone', row_id: site.zoneId, source: 'zones' },
    }),
  sessions: async (days) => {
    const each = () => ({ id_hash: randomBytes(32), user_id: site.userId, app: 'portal', expires_at: at(days) })
    await knex('sessions').insert(each())
    await knex('sign_in_steps').insert({ ...each(), purpose: 'passkey' })
    const expires_at = at(days)
    await knex('known_browsers').insert({ user_id: site.userId, value_hash: randomBytes(32), expires_at })
    await knex('login_guesses').insert({ source: `user:1/${days}`, guesses: 1, expires_at })
    await knex('rm_invitations').insert({ email: 'a@example.org', created_at: at(days + 1), expires_at: at(days) })
  },
  logs: (days) => knex('database_logs').insert({ at: at(days), level: 'info', scope: 'x', message: 'x' }),
  jobs: async () => {},
  upkeep: async (days) => {
    await knex('retention_runs').insert({
      key: 'logs',
      before: at(days),
      started_at: at(days),
      ended_at: at(days),
      bytes_before: 1,
      bytes_after: 1,
    })
    await knex('table_sizes').insert({ table_name: 'x', day: at(days), bytes: 1 })
  },
}
const planted = retentionKeys.filter((key) => key !== 'readings' && key !== 'jobs')
/** Every table of the portal with its row count. */
async function counted(): Promise<Record<string, number>> {
  const tables = await many<{ name: string }>(
    knex,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const counts = await many<{ name: string; n: number }>(
    knex,
    tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`).join(' union all '),
  )
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]))
}
const bookkeeping = ['retention', 'retention_runs', 'table_sizes']
const withoutBookkeeping = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !bookkeeping.includes(name)))

beforeEach(async () => {
  const tables = planted.flatMap(ours)
  await knex.raw(`truncate ${tables.join(', ')} cascade`)
  await knex('retention').delete()
  site = await plantSite(knex, { devices: 2 })
})

describe('retention [GW-5]', () => {
  it('deletes exactly the data older than its span, of every kind, and nothing else', async () => {
    for (const key of planted) {
      const { days } = retentionKinds[key]
      await plant[key](days - 2)
      await plant[key](days - 3)
    }
    const kept = await counted()
    for (const key of planted) for (const more of [2, 90]) await plant[key](retentionKinds[key].days + more)
    const full = await counted()
    for (const table of planted.flatMap(ours).filter((name) => !['guest_sessions', 'arrivals'].includes(name)))
      expect(full[table], table).toBeGreaterThan(kept[table] ?? 0)
    const { rows: gone } = await run()
    expect(withoutBookkeeping(await counted())).toEqual(withoutBookkeeping(kept))
    expect(await knex('table_sizes').where({ table_name: 'x' })).toHaveLength(2)
    expect(gone).toBeGreaterThan(2 * planted.length)
    const runs = await many<{ key: string; n: number; rows: number }>(
      knex,
      'select key, count(*)::int as n, sum(deleted_rows)::int as rows from retention_runs where ended_at is not null and before > now() - make_interval(days => 20000) and worked_ms > 0 group by key order by key',
    )
    expect(runs.map(({ key }) => key)).toEqual(planted.toSorted())
    await due()
    expect(await run()).toEqual({ rows: 0, partitions: 0 })
  })

  it('keeps data still in use, however old: open, running, waiting or not evaluated', async () => {
    const device = { device_id: site.deviceIds[0], site_id: site.siteId }
    const id = await insert(knex, 'malfunctions', {
      kind: 'stuck-door',
      severity: 'error',
      ...device,
      opened_at: at(2_000),
    })
    const message = {
      channel: 'mail',
      kind: 'malfunction-opened',
      recipient: 'a@example.org',
      subject: 'a',
      body_text: 'a',
      created_at: at(900),
    }
    await knex('messages').insert([
      { ...message, state: 'sent', sent_at: at(900), dedupe_key: `malfunction:${id}:1` },
      { ...message, state: 'queued', dedupe_key: 'waits' },
    ])
    await knex('access_events').insert({
      gateway_id: site.gatewayId,
      device_id: site.deviceIds[0],
      at: at(900),
      received_at: at(900),
      event: 'entry',
    })
    const runId = randomUUID()
    await knex('control_runs').insert({ id: runId, site_id: site.siteId, action: 'open', created_at: at(900) })
    await knex('device_commands').insert({
      ...device,
      gateway_id: site.gatewayId,
      action: 'open',
      allowed_by: 'operator',
      support_code: 'HF-1',
      issued_at: at(900),
      deadline: at(899),
      run_id: runId,
    })
    const before = await counted()
    expect(await run()).toEqual({ rows: 0, partitions: 0 })
    expect(withoutBookkeeping(await counted())).toEqual(withoutBookkeeping(before))
  })

  it('continues where a killed run stopped, in any process; two at once do nothing twice', async () => {
    const old = 4_000
    await knex.raw(
      `insert into commands (actor, id, name, input_hash, outcome, at)
       select 'user:1', gen_random_uuid(), 'x', '\\x00', 'done', now() - interval '500 days' - make_interval(secs => n) from generate_series(1, ?) n`,
      [old],
    )
    await plant.commands(1)
    await knex.raw(`insert into retention (key, checked_at) select key, now() from unnest(?::text[]) key`, [
      retentionKeys.filter((key) => key !== 'commands'),
    ])
    let steps = 0
    await run({ firstRows: 500, stopping: () => ++steps > 4 })
    const left = async () => (await one<{ n: number }>(knex, 'select count(*)::int as n from commands')).n
    const middle = await left()
    expect(middle).toBeGreaterThan(1)
    expect(middle).toBeLessThan(old)
    const [open] = await many<{ rows: number; reached: Date | null; oldest: Date }>(
      knex,
      'select deleted_rows as rows, reached, oldest from retention_runs where ended_at is null',
    )
    expect(open?.rows).toBe(old + 1 - middle)
    expect(open?.reached?.getTime()).toBeGreaterThan(open?.oldest.getTime() ?? 0)
    const [first, other] = await Promise.all([run({ firstRows: 100 }), run({ firstRows: 100 })])
    expect(first.rows + other.rows).toBe(middle - 1)
    expect(await left()).toBe(1)
    const runs = await knex('retention_runs').where({ key: 'commands' })
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ deleted_rows: old, partitions: 0, problem: null })
    expect(runs[0].ended_at).not.toBeNull()
  })

  it('skips locked rows and deletes them the next time', async () => {
    await plant.logs(200)
    await plant.logs(201)
    const { id } = (await knex('database_logs').first('id')) as { id: number }
    await knex.transaction(async (other) => {
      await other('database_logs').where({ id }).update({ message: 'busy' })
      expect(await run()).toEqual({ rows: 1, partitions: 0 })
    })
    await due()
    expect(await run()).toEqual({ rows: 1, partitions: 0 })
  })

  it('reports why a step failed, still does the others, and continues once the cause is gone', async () => {
    await knex.raw(
      `create function stop_logs() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`,
    )
    await knex.raw('create trigger stop before delete on database_logs for each row execute function stop_logs()')
    await plant.logs(200)
    await plant.upkeep(500)
    expect(await run()).toMatchObject({ rows: 2 })
    const [failed] = await knex('retention_runs').where({ key: 'logs' }).whereNull('ended_at')
    expect(failed?.problem).toContain('disk on fire')
    await knex.raw('drop trigger stop on database_logs; drop function stop_logs()')
    expect(await run()).toEqual({ rows: 1, partitions: 0 })
  })
})

describe('readings and reports', () => {
  const months = async () =>
    (await many<{ part: string }>(knex, `select part from old_partitions('infinity') order by 1`)).map(
      ({ part }) => part,
    )

  it('are deleted in whole partitions once they are rolled up, with their files; curves still work [GW-5]', async () => {
    const [deviceId = 0] = site.deviceIds
    const long = at(480)
    await knex.raw('select ensure_partitions(?, now())', [long])
    await knex.raw(
      `insert into readings (device_id, at, temperature) select ?, time, extract(hour from time) from generate_series(?::timestamptz, ?::timestamptz, interval '1 minute') time`,
      [deviceId, long, at(476)],
    )
    await knex('readings').insert({ device_id: deviceId, at: at(2), temperature: 5 })
    await knex('device_reports').insert(
      [long, at(2)].map((time) => ({ device_id: deviceId, at: time, status: 'free' })),
    )
    const bytes = async () =>
      (
        await one<{ bytes: number }>(
          knex,
          `select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent in ('readings'::regclass, 'device_reports'::regclass)`,
        )
      ).bytes
    const span = { deviceIds: [deviceId], from: long, until: at(470), metrics: ['temperature'] as const }
    const all = await months()
    expect(await run()).toEqual({ rows: 0, partitions: 0 })
    expect(await months()).toEqual(all)
    await createRollups({ knex, log }).run()
    const answer = await knex.transaction((trx) => readHistory(trx, { ...span, metrics: [...span.metrics] }))
    const before = await bytes()
    await due()
    const { partitions } = await run()
    expect(partitions).toBeGreaterThanOrEqual(4)
    const left = await months()
    expect(left.length).toBe(all.length - partitions)
    expect(before - (await bytes())).toBeGreaterThan(200_000)
    expect(await knex('readings')).toHaveLength(1)
    expect(await knex('device_reports')).toHaveLength(1)
    const [noted] = await knex('retention_runs').where({ key: 'readings' })
    expect(noted).toMatchObject({ partitions, problem: null })
    expect(noted.bytes_before - noted.bytes_after).toBe(before - (await bytes()))
    const later = await knex.transaction((trx) => readHistory(trx, { ...span, metrics: [...span.metrics] }))
    const sum = ({ series }: typeof answer) => (series['temperature'] ?? []).length
    expect(later.readings).toBe(answer.readings)
    expect(sum(later)).toBeGreaterThan(20)
  })

  it('are deleted once rolled up, also in continuous aggregates: whole chunks [GW-5]', async () => {
    const rollups = ['readings_1_hour', 'readings_6_hours', 'readings_1_day']
    const { days } = retentionKinds.rollups
    for (const rollup of rollups) {
      const { table } = await one<{ table: string }>(knex, 'select rollup_table(?)::text as table', [rollup])
      await knex.raw(
        `insert into ${table} (device_id, bucket, samples, temperature_n, humidity_n, supply_voltage_n, rssi_n, rx_timeouts_n, retries_n)
         select ?, now() - make_interval(days => age), 1, 0, 0, 0, 0, 0, 0 from unnest(?::integer[]) age`,
        [site.deviceIds[0] ?? 0, [days - 30, days + 120, days + 500]],
      )
    }
    const left = async (rollup: string) =>
      (await one<{ n: number }>(knex, `select count(*)::int as n from ${rollup}`)).n
    const before = await Promise.all(rollups.map(left))
    const { rows: deleted, partitions } = await run()
    expect(await Promise.all(rollups.map(left))).toEqual(before.map((n) => n - 2))
    expect([deleted, partitions]).toEqual(rolledUp.length > 0 ? [6, 0] : [0, 6])
  })
})
