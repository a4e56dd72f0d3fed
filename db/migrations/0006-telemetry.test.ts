import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceStatuses } from '../../machines/device.ts'
import { many, one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { plantSite, refusalOf } from '../testing/fixtures.ts'

let database: TestDatabase
let hypertables = false
beforeAll(async () => {
  database = await createTestDatabase()
  const [timescale] = await many(database.knex, "SELECT FROM pg_extension WHERE extname = 'timescaledb'")
  hypertables = timescale !== undefined
})
afterAll(() => database.close())

const ensure = async (from: string, until: string) =>
  (await one<{ made: number }>(database.knex, 'SELECT ensure_partitions(?, ?) AS made', [from, until])).made
const rolledUp = (until: string) => database.knex('rollup_state').update({ closing_until: until, rolled_until: until })
const partOf = async (at: string, stream = 'readings') => {
  const [found] = await many<{ part: string }>(
    database.knex,
    `SELECT tableoid::regclass::text AS part FROM ${stream} WHERE at = ?`,
    [at],
  )
  return found?.part
}

/** TimescaleDB creates its chunks by itself; everything else in this file applies to it too. */
async function expectDays(): Promise<void> {
  const streams = await many(
    database.knex,
    "SELECT hypertable_name AS name, time_interval::text AS chunk FROM timescaledb_information.dimensions WHERE hypertable_schema = 'public' ORDER BY 1",
  )
  expect(streams).toEqual(['device_reports', 'readings'].map((name) => ({ name, chunk: '1 day' })))
  expect(await ensure('2024-01-01T00:00:00Z', '2024-03-01T00:00:00Z')).toBe(0)
  await rolledUp('2022-01-01')
  await database.knex('readings').insert({ device_id: 1, at: '2020-02-10T12:00:00Z' })
  await database.knex('readings').insert({ device_id: 1, at: '2020-02-11T12:00:00Z' })
  expect(await partOf('2020-02-10T12:00:00Z')).not.toBe(await partOf('2020-02-11T12:00:00Z'))
  expect(await one(database.knex, "SELECT drop_partitions('2020-02-11T06:00:00Z') AS dropped")).toEqual({ dropped: 1 })
  expect(await one(database.knex, "SELECT drop_partitions('2020-02-12T06:00:00Z') AS dropped")).toEqual({ dropped: 1 })
}

it('creates a state with each device, undefined until it reports [CTRL-6]', async () => {
  const { knex } = database
  const { deviceIds } = await plantSite(knex, { devices: 2 })
  const states = await many(
    knex,
    'SELECT device_id, status, reachable, sensor_dirty FROM device_states WHERE device_id = ANY (?) ORDER BY 1',
    [deviceIds],
  )
  expect(states).toEqual(
    deviceIds.map((device_id) => ({ device_id, status: 'undefined', reachable: true, sensor_dirty: false })),
  )
})

it('has exactly the statuses of the device machine', async () => {
  const { knex } = database
  const { deviceIds } = await plantSite(knex)
  for (const status of deviceStatuses) await knex('device_states').where({ device_id: deviceIds[0] }).update({ status })
  for (const status of ['broken', 'FREE', '']) {
    expect(await refusalOf(knex('device_states').where({ device_id: deviceIds[0] }).update({ status }))).toMatchObject({
      code: '23514',
    })
  }
})

it('updates states within their page', async () => {
  const { knex } = database
  const { deviceIds } = await plantSite(knex, { devices: 20 })
  for (let round = 0; round < 30; round += 1) {
    await knex('device_states')
      .whereIn('device_id', deviceIds)
      .update({ last_message_at: new Date(), version: round, status: 'free' })
  }
  await knex.raw('SELECT pg_stat_force_next_flush()')
  const stats = await one<{ updates: number; hot: number }>(
    knex,
    "SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = 'device_states'",
  )
  expect(stats.updates).toBeGreaterThanOrEqual(600)
  expect(stats.hot / stats.updates).toBeGreaterThan(0.5)
})

it('has partitions from the oldest accepted message to two months ahead [GW-5]', async () => {
  const { knex } = database
  const { deviceIds } = await plantSite(knex)
  for (const days of [-31, -30, -1, 0, 1, 55]) {
    const at = new Date(Date.now() + days * 86_400_000)
    await expect(
      knex('readings').insert({ device_id: deviceIds[0], at, temperature: days }),
      `${days} days`,
    ).resolves.toBeDefined()
    await expect(knex('device_reports').insert({ device_id: deviceIds[0], at, status: 'free' })).resolves.toBeDefined()
  }
})

it('creates missing months on request, once, with the month boundary in UTC', async () => {
  if (hypertables) return expectDays()
  const { knex } = database
  expect(await refusalOf(knex('readings').insert({ device_id: 1, at: '2024-02-10T00:00:00Z' }))).toMatchObject({
    code: '23514',
  })
  expect(await ensure('2024-01-15T00:00:00Z', '2024-03-01T00:00:00Z')).toBe(4)
  expect(await ensure('2024-01-15T00:00:00Z', '2024-03-01T00:00:00Z')).toBe(0)
  const edge = ['2024-01-31T23:59:59.999Z', '2024-02-01T00:00:00Z']
  await knex('readings').insert(edge.map((at) => ({ device_id: 1, at })))
  expect(await Promise.all(edge.map((at) => partOf(at)))).toEqual(['readings_2024_01', 'readings_2024_02'])
  const plan = await many<Record<string, string>>(
    knex,
    "EXPLAIN SELECT * FROM readings WHERE device_id = 1 AND at >= '2024-01-01Z' AND at < '2024-02-01Z'",
  )
  const text = JSON.stringify(plan)
  expect(text).toContain('readings_2024_01')
  expect(text, 'only the month that is asked for').not.toContain('readings_2024_02')
})

it('creates the same months in any session time zone', async () => {
  if (hypertables) return expectDays()
  const { knex } = database
  await knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL timezone = 'Pacific/Auckland'")
    await trx.raw("SELECT ensure_partitions('2022-05-01T00:00:00Z', '2022-06-01T00:00:00Z')")
  })
  const made = await many<{ relname: string }>(
    knex,
    "SELECT relname FROM pg_class WHERE relname ~ '^readings_2022_..$' ORDER BY 1",
  )
  expect(made).toEqual([{ relname: 'readings_2022_05' }])
})

it('lets several processes request the same months at once, while others write', async () => {
  if (hypertables) return expectDays()
  const { knex } = database
  const { deviceIds } = await plantSite(knex)
  const made = await Promise.all([
    ...[1, 2, 3, 4].map(() => ensure('2023-01-01T00:00:00Z', '2024-01-01T00:00:00Z')),
    knex('readings')
      .insert({ device_id: deviceIds[0], at: new Date(), temperature: 1 })
      .then(() => 0),
  ])
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(24)
})

it('drops only whole months that are over', async () => {
  if (hypertables) return expectDays()
  const { knex } = database
  await rolledUp('2022-01-01')
  await ensure('2021-01-01T00:00:00Z', '2021-04-01T00:00:00Z')
  const { dropped } = await one<{ dropped: number }>(knex, "SELECT drop_partitions('2021-03-01T00:00:00Z') AS dropped")
  expect(dropped).toBe(4)
  const left = await many<{ relname: string }>(
    knex,
    "SELECT relname FROM pg_class WHERE relname ~ '^(readings|device_reports)_2021_..$' ORDER BY 1",
  )
  expect(left.map(({ relname }) => relname)).toEqual(['device_reports_2021_03', 'readings_2021_03'])
})

it('stores a message id of a gateway once, compared byte by byte [GW-1]', async () => {
  const { knex } = database
  const a = await plantSite(knex)
  const b = await plantSite(knex)
  const receive = (gateway_id: number, id: string) =>
    knex('gateway_messages').insert({ gateway_id, id }).onConflict(['gateway_id', 'id']).ignore().returning('id')
  expect(await receive(a.gatewayId, 'm-1')).toHaveLength(1)
  expect(await receive(a.gatewayId, 'm-1')).toHaveLength(0)
  expect(await receive(a.gatewayId, 'M-1')).toHaveLength(1)
  expect(await receive(b.gatewayId, 'm-1')).toHaveLength(1)
})
