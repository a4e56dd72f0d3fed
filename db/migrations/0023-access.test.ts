import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite } from '../testing/fixtures.ts'

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
/** What is notified while `work` runs: notices come in the order of commits, so all that is heard before a mark of our own. */
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

it('tells whose private zones opened or closed [PRIV-1]', async () => {
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

it('tells everybody when a list of addresses or the openness of a zone changes, and nobody of a new price [PRIV-2] [PRIV-4]', async () => {
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
