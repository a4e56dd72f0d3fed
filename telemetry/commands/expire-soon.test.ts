import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createDeadlines } from './expire-soon.ts'
import { holdDevice, issue, kept, makeSite, stateOf } from './testing/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('ends commands with the same deadline together; those that become due meanwhile follow at once [CTRL-5]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 4 })
  const issuedAt = new Date(Date.now() - 14_800)
  const ids: string[] = []
  for (const place of [0, 1, 2]) ids.push(await issue(knex, site, 'open', place, issuedAt))
  let looked = 0
  const counting = connect(database.url, { max: 1, name: 'counting' })
  counting.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('deadline < clock.now')) looked += 1
  })
  const giveBack = await holdDevice(knex, site.deviceIds[0])
  const deadlines = createDeadlines({ knex: counting, log: pino({ level: 'silent' }) })
  const { deadline } = await kept(knex, ids[0] ?? '')
  for (const _ of ids) deadlines.at(deadline, deadline.getTime() - Date.now())
  await expect.poll(() => looked).toBe(1)
  const late = await issue(knex, site, 'open', 3, new Date(Date.now() - 60_000))
  const waits = () => knex('pg_stat_activity').where({ application_name: 'counting', wait_event_type: 'Lock' })
  await expect.poll(waits).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const ms of [1, 2, 3]) deadlines.at(new Date(Date.now() + ms), ms)
  vi.runAllTimers()
  vi.useRealTimers()
  await giveBack()
  for (const id of [...ids, late]) await expect.poll(async () => (await stateOf(knex, id)).state).toBe('expired')
  await deadlines.written()
  expect(looked).toBe(2)
  await counting.destroy()
})
