import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantSite, plantUser } from '../../db/testing/fixtures.ts'
import blocks from './blocks.ts'
import { callers } from './testing/callers.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('a blocked user reads who blocked him where and how to reach him, and nothing of lifted blocks [ACC-11]', async () => {
  const { ask } = callers(db.knex, { commands: [], queries: [blocks] })
  const [here, there] = [await plantSite(db.knex), await plantSite(db.knex)]
  const manager = await plantUser(db.knex, 'rm', 'Reservation Manager')
  await db.knex('users').where({ id: manager }).update({
    firstname: 'Rita',
    lastname: 'Manager',
    rm_contact_email: 'help@zone.example',
    rm_contact_phone_number: '+49 30 1',
  })
  const block = { user_id: here.userId, block_reason: 'Box not cleared', block_rm_id: manager }
  const at = new Date('2026-03-01T10:00:00Z')
  await db.knex('blocked_users').insert([
    { ...block, zone_id: here.zoneId, block_time: at, state: 'blocked', unblocked_at: null },
    { ...block, zone_id: there.zoneId, block_time: at, state: 'unblocked', unblocked_at: new Date() },
  ])
  expect(await ask(here.userId, blocks, {})).toEqual([
    {
      zone: { id: here.zoneId, name: expect.any(String) },
      by: 'Rita Manager',
      email: 'help@zone.example',
      phone: '+49 30 1',
      reason: 'Box not cleared',
      at: at.toISOString(),
    },
  ])
  expect(await ask(there.userId, blocks, {})).toEqual([])
  await db.knex('users').where({ id: manager }).update({ rm_contact_phone_number: null })
  await db.knex('blocked_users').where({ user_id: here.userId }).update({ block_rm_id: null })
  expect(await ask(here.userId, blocks, {})).toMatchObject([{ by: null, email: null, phone: null }])
})
