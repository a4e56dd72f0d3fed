import { afterAll, beforeAll, expect, it } from 'vitest'
import { exists } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { plantUser, refusalOf } from '../testing/fixtures.ts'

let db: TestDatabase
let first: number
let second: number
beforeAll(async () => {
  db = await createTestDatabase()
  first = await plantUser(db.knex, 'first', 'Admin')
  second = await plantUser(db.knex, 'second', 'Admin')
})
afterAll(() => db.close())

const users = (...ids: number[]) => db.knex('users').whereIn('id', ids)
const visitor = () => db.knex('roles').select('id').where({ name: 'Visitor' })
const refused = { constraint: 'way_in_of_admins' }

it('the last active administrator is not deactivated, given another role or deleted [ADM-14]', async () => {
  expect(await refusalOf(users(first, second).update({ state: 'DEACTIVATED' }))).toMatchObject(refused)
  await users(second).update({ state: 'DEACTIVATED' })
  expect(await refusalOf(users(first).update({ state: 'DEACTIVATED' }))).toMatchObject(refused)
  expect(await refusalOf(users(first).update({ role_id: visitor() }))).toMatchObject(refused)
  expect(await refusalOf(users(first).delete())).toMatchObject(refused)
  await users(second).update({ state: 'ACTIVE' })
})

it('two administrators do not deactivate each other', async () => {
  const one = await db.knex.transaction()
  await one('users').where({ id: first }).update({ state: 'DEACTIVATED' })
  const other = refusalOf(users(second).update({ state: 'DEACTIVATED' }))
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(() => exists(db.knex, waits)).toBe(true)
  await one.commit()
  expect(await other).toMatchObject(refused)
  await users(first).update({ state: 'ACTIVE' })
})

it('people of other roles leave an installation that has no administrator yet', async () => {
  const empty = await createTestDatabase()
  const id = await plantUser(empty.knex, 'early', 'Visitor')
  expect(await empty.knex('users').where({ id }).update({ state: 'DEACTIVATED' })).toBe(1)
  expect(await empty.knex('users').where({ id }).delete()).toBe(1)
  await empty.close()
})
