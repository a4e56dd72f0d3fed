import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { up } from './0040-receipts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** As it was before. */
const before = `
DROP VIEW gateway_receipts;
DROP TABLE gateway_message_blocks, gateway_messages;
CREATE TABLE gateway_messages (
  gateway_id integer NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gateway_id, message_id)
);
CREATE INDEX gateway_messages_at ON gateway_messages USING brin (at) WITH (pages_per_range = 32);`

it('keeps every receipt of a database that has some, counted ones as bits [GW-1]', async () => {
  const { knex } = database
  await knex.raw(before)
  await knex.raw(
    `INSERT INTO gateway_messages SELECT g, p || lpad(n::text, w, '0'), timestamptz '2026-11-01Z' + make_interval(secs => n)
     FROM generate_series(1, 2) g, unnest('{"",9f2c-,a-,"x é"}'::text[]) p, unnest('{3,6,9,12,15}'::integer[]) w, unnest('{0,17,255,256,700}'::integer[]) n
     UNION ALL SELECT 1, id, '2026-11-02Z' FROM unnest('{17,a3f517,1763700000123,b1c2f9ce-4d0a-4b52-9f3e-9c0c00000117,w:000001000000000}'::text[]) id`,
  )
  const all = 'SELECT gateway_id, message_id FROM'
  const order = 'ORDER BY gateway_id, message_id'
  const had = await many(knex, `${all} gateway_messages ${order}`)
  await knex.raw(up)
  expect(await many(knex, `${all} gateway_receipts ${order}`)).toEqual(had)
  expect(await knex('gateway_messages').orderBy('id').pluck('id')).toEqual([
    '17',
    '1763700000123',
    'a3f517',
    'b1c2f9ce-4d0a-4b52-9f3e-9c0c00000117',
    'w:000001000000000',
  ])
  const block = { gateway_id: 2, series: '9f2c-000000', block: 0 }
  expect(await knex('gateway_message_blocks').where(block).first()).toMatchObject({
    at: new Date('2026-11-01T00:04:15Z'),
  })
})
