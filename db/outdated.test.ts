import { afterEach, expect, it } from 'vitest'
import { migrate, migrations } from './migrate.ts'
import { emptyOutdated, OutdatedDatabaseError } from './outdated.ts'
import { many } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema } from './testing/describe.ts'
import { insert } from './testing/fixtures.ts'
import { makeOutdated } from './testing/outdated.ts'

let database: TestDatabase
afterEach(() => database.close())

const tenants = () => many<{ name: string }>(database.knex, 'SELECT name FROM tenants')

it('refuses a database from before the baseline with a clear text, and changes nothing in it', async () => {
  database = await createTestDatabase()
  const { knex } = database
  await insert(knex, 'tenants', { name: 'Kept', prefix: 'kept' })
  await makeOutdated(knex)
  const before = await describeSchema(knex)
  await expect(migrate(knex)).rejects.toThrow(OutdatedDatabaseError)
  await expect(migrate(knex)).rejects.toThrow(/before the first release[^]*drop the database[^]*export it first/)
  expect(await describeSchema(knex)).toEqual(before)
  expect(await tenants()).toEqual([{ name: 'Kept' }])
})

it('empties such a database on request, including the job queue, so that it is recreated', async () => {
  database = await createTestDatabase()
  const { knex } = database
  const whole = await describeSchema(knex)
  await insert(knex, 'tenants', { name: 'Gone', prefix: 'gone' })
  await knex.raw("SELECT graphile_worker.add_job('gone')")
  await makeOutdated(knex)
  expect(await emptyOutdated(knex)).toBe(true)
  expect(await migrate(knex)).toEqual(migrations.map(({ name }) => name))
  expect(await describeSchema(knex)).toEqual(whole)
  expect(await tenants()).toEqual([])
  expect(await many(knex, 'SELECT FROM graphile_worker.jobs')).toEqual([])
})

it('empties nothing current, and nothing that does not exist yet', async () => {
  database = await createTestDatabase({ empty: true })
  const { knex } = database
  expect(await emptyOutdated(knex)).toBe(false)
  await migrate(knex)
  await insert(knex, 'tenants', { name: 'Kept', prefix: 'kept' })
  expect(await emptyOutdated(knex)).toBe(false)
  expect(await tenants()).toEqual([{ name: 'Kept' }])
})
