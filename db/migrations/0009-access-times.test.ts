import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite, plantUser, refusalOf } from '../testing/fixtures.ts'

let database: TestDatabase
let client: pg.Client
let site: Planted
let heard: unknown[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  site = await plantSite(database.knex)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  client.on('notification', (message) => heard.push(JSON.parse(message.payload ?? '')))
  await client.query('listen rights')
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await client.end()
  await database.close()
})

let marks = 0
/** Returns the notifications sent while `work` runs: they arrive in the order of commits, so everything before our own marker. */
async function told(work: PromiseLike<unknown>): Promise<unknown[]> {
  await work
  marks += 1
  const mark = `mark ${marks}`
  await database.knex.raw(`select pg_notify('rights', ?)`, [JSON.stringify(mark)])
  await expect.poll(() => heard.includes(mark)).toBe(true)
  return heard.splice(0).filter((each) => each !== mark)
}
const event = (more: object = {}) =>
  insert(database.knex, 'events', { zone_id: site.zoneId, name: 'E', starts_on: '2026-01-01', ...more })

it('announces for whom private zones opened or closed [PRIV-1]', async () => {
  const { knex } = database
  const mine = [{ users: [site.userId] }]
  const id = await event()
  const code = await insert(knex, 'codes', { name: 'c', tenant_id: site.tenantId, zone_id: site.zoneId, event_id: id })
  expect(await told(knex('user_codes').insert({ user_id: site.userId, code_id: code }))).toEqual(mine)
  expect(await told(knex('event_users').insert({ event_id: id, user_id: site.userId, source: 'code' }))).toEqual(mine)
  expect(await told(knex('event_users').where({ event_id: id }).delete())).toEqual(mine)
  expect(await told(knex('codes').where({ id: code }).delete())).toEqual(mine)
  const block = { user_id: site.userId, zone_id: site.zoneId, block_reason: 'r' }
  expect(await told(knex('blocked_users').insert(block))).toEqual(mine)
  expect(await told(knex('users').where({ id: site.userId }).update({ email: 'other@example.org' }))).toEqual(mine)
  expect(await told(knex('users').where({ id: site.userId }).update({ city: 'Ulm' }))).toEqual([])
})

it('announces to everybody a changed whitelist or openness of a zone, and to nobody a new price [PRIV-2] [PRIV-4]', async () => {
  const { knex } = database
  const all = [{ all: true }]
  expect(await told(event())).toEqual([])
  const id = await event({ email_whitelist: '*@firm.example' })
  await told(Promise.resolve())
  const change = (table: string, row: number, values: object) => told(knex(table).where({ id: row }).update(values))
  expect(await change('events', id, { min_duration_minutes: 15 })).toEqual([])
  expect(await change('events', id, { email_whitelist: '*@firm.example, *@other.example' })).toEqual(all)
  expect(await change('events', id, { deleted_at: new Date() })).toEqual(all)
  expect(await change('zones', site.zoneId, { private: true })).toEqual(all)
  expect(await change('zones', site.zoneId, { readable_without_login: true })).toEqual(all)
  expect(await change('zones', site.zoneId, { description: 'd' })).toEqual([])
})

it('accepts only tariff stages that ascend in time and price [BOOK-6]', async () => {
  const { knex } = database
  const tariff = (stages: [number, number][]) =>
    knex.transaction(async (trx) => {
      const tariff_id = await insert(trx, 'tariffs', { name: 'T', tenant_id: site.tenantId })
      await trx('tariff_stages').insert(
        stages.map(([until_minutes, price_cents]) => ({ tariff_id, until_minutes, price_cents })),
      )
    })
  await expect(
    tariff([
      [240, 400],
      [60, 150],
      [1440, 900],
    ]),
  ).resolves.toBeUndefined()
  expect(
    await refusalOf(
      tariff([
        [60, 150],
        [240, 150],
      ]),
    ),
  ).toMatchObject({ constraint: 'tariff_stages_ascend' })
  expect(
    await refusalOf(
      tariff([
        [60, 150],
        [240, 100],
      ]),
    ),
  ).toMatchObject({ constraint: 'tariff_stages_ascend' })
  expect(
    await refusalOf(
      tariff([
        [60, 150],
        [60, 200],
      ]),
    ),
  ).toMatchObject({ code: '23505' })
})

it('keeps codes unique whatever the case, and allows one block of a user per zone [PRIV-1]', async () => {
  const { knex } = database
  const code = { tenant_id: site.tenantId, zone_id: site.zoneId }
  await insert(knex, 'codes', { ...code, name: 'Spring' })
  expect(await refusalOf(insert(knex, 'codes', { ...code, name: 'SPRING' }))).toMatchObject({
    constraint: 'codes_name_unique',
  })
  const block = { user_id: await plantUser(knex, 'across'), zone_id: site.zoneId, block_reason: 'parks across' }
  const id = await insert(knex, 'blocked_users', block)
  expect(await refusalOf(insert(knex, 'blocked_users', block))).toMatchObject({ constraint: 'blocked_users_once' })
  await knex('blocked_users').where({ id }).update({ state: 'unblocked', unblocked_at: new Date() })
  await expect(insert(knex, 'blocked_users', block)).resolves.toBeGreaterThan(id)
})

it('restricts windows and limits of events to sensible values', async () => {
  const { knex } = database
  const event = { zone_id: site.zoneId, name: 'Days', starts_on: '2027-01-01' }
  await expect(
    insert(knex, 'events', { ...event, full_day: false, daily_from: '22:00', daily_until: '06:00' }),
  ).resolves.toBeGreaterThan(0)
  for (const bad of [
    { ends_on: '2026-12-31' },
    { full_day: false },
    { daily_from: '08:00', daily_until: '09:00' },
    { min_duration_minutes: 60, max_duration_minutes: 30 },
    { slot_minutes: 0 },
    { mode: 'secret' },
    { refund_until_minutes: -1 },
  ]) {
    expect(await refusalOf(insert(knex, 'events', { ...event, ...bad })), JSON.stringify(bad)).toMatchObject({
      code: '23514',
    })
  }
})
