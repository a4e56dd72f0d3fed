import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema, type SchemaDescription, schemaPage } from './testing/describe.ts'

let database: TestDatabase
let schema: SchemaDescription
beforeAll(async () => {
  database = await createTestDatabase()
  schema = await describeSchema(database.knex)
})
afterAll(() => database.close())

it('docs/schema.md is up to date', async () => {
  await expect(schemaPage(schema)).toMatchFileSnapshot('../docs/schema.md')
})

it('indexes every foreign key except those about who wrote a row', async () => {
  const found = await many<{ key: string }>(
    database.knex,
    `SELECT f.conrelid::regclass::text || '.' || a.attname AS key
     FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
     WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indkey[0] = f.conkey[1])
     ORDER BY 1`,
  )
  const keys = found.map(({ key }) => key)
  // Followed only from the row itself, or in tables of a few rows.
  const followedFromTheRow =
    /\.(created_by|modified_by|acknowledged_by|assigned_to|revoked_by|unblocked_by|user_id|stopped_at_device_id|from_device_id|to_device_id|corrects_id|media_id|login_background_id|session_tenant_id|first_opened_zone_id|reservation_id|device_command_id|gateway_id|token_id|cost_center_id)$/
  expect(keys.filter((key) => !followedFromTheRow.test(key))).toEqual([])
})

it('keeps no index on columns that change with every message', () => {
  const states = schema.tables.find(({ name }) => name === 'device_states')
  expect(states?.indexes).toEqual([])
})

it('stores money only in whole cents', () => {
  const money = schema.tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /(cents|price|amount)/.test(column.name))
      .map((column) => [name, column.name, column.type]),
  )
  expect(money.length).toBeGreaterThan(10)
  expect(money.filter(([, , type]) => type !== 'integer' && type !== 'bigint' && type !== 'numeric')).toEqual([])
})

it('stores every time with its zone', () => {
  const times = schema.tables.flatMap(({ columns }) => columns).filter(({ type }) => type.startsWith('timestamp'))
  expect(new Set(times.map(({ type }) => type))).toEqual(new Set(['timestamp with time zone']))
})
