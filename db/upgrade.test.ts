import type { Knex } from 'knex'
import { afterEach, expect, it } from 'vitest'
import { migrate, migrations } from './migrate.ts'
import { many } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema } from './testing/describe.ts'
import { fillTables } from './testing/fill-tables.ts'
import { plantSite } from './testing/fixtures.ts'

/** Everything after it was released onto databases that hold rows already. */
const lastOfBaseline = '0019-operations'
const baseline = migrations.slice(0, migrations.findIndex(({ name }) => name === lastOfBaseline) + 1)
const later = migrations.slice(baseline.length)

const open: TestDatabase[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

/** A database of the baseline with a row in nearly every table. */
async function filledBaseline(): Promise<Knex> {
  const made = await createTestDatabase({ empty: true })
  open.push(made)
  await migrate(made.knex, baseline)
  await plantSite(made.knex, { devices: 3 })
  await fillTables(made.knex)
  return made.knex
}

type Row = Readonly<Record<string, unknown>>

/** The rows of every table except partitions, by table. */
async function rowsOf(knex: Knex): Promise<Map<string, Row[]>> {
  const tables = await many<{ name: string }>(
    knex,
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname !~ '^migrations' ORDER BY 1`,
  )
  const all = new Map<string, Row[]>()
  for (const { name } of tables) {
    const rows = await many<{ row: Row }>(knex, 'SELECT to_jsonb(t) AS row FROM ?? t', [name])
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** What an upgrade lost: tables with different rows, compared by the columns that exist before and after. */
function lost(before: Map<string, Row[]>, after: Map<string, Row[]>): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? []
    const common = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}))
    const content = (of: Row[]) => of.map((row) => JSON.stringify(common.map((column) => row[column]))).sort()
    const same = rows.length === now.length && (rows.length === 0 || common.length > 0)
    return same && JSON.stringify(content(rows)) === JSON.stringify(content(now)) ? [] : [table]
  })
}

const addsColumn = { name: '9999-adds-column', sql: `ALTER TABLE sites ADD COLUMN added text NOT NULL DEFAULT 'new'` }

it('upgrades a filled database of the baseline: every later step runs once, and all rows survive', async () => {
  const knex = await filledBaseline()
  const before = await rowsOf(knex)
  expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(60)
  expect(await migrate(knex, [...migrations, addsColumn])).toEqual([...later, addsColumn].map(({ name }) => name))
  const after = await rowsOf(knex)
  expect(lost(before, after)).toEqual([])
  expect(after.get('sites')?.map((site) => site['added'])).toContain('new')
})

it('leaves nothing waiting without its job: messages, payment sessions, refunds', async () => {
  const knex = await filledBaseline()
  await knex('messages').update({ channel: 'mail', state: 'queued', sent_at: null, via: null })
  await knex('payments').update({ state: 'pending', session_id: null })
  await knex('payment_refunds').update({ state: 'pending' })
  await migrate(knex)
  const ids = async (table: string) => (await knex(table).orderBy('id').pluck('id')).map(Number)
  const jobs = await many<{ key: string; id: number }>(
    knex,
    `SELECT j.key, (p.payload ->> 'id')::integer AS id FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id)
     WHERE j.run_at <= now() + interval '1 day' ORDER BY j.key`,
  )
  const expected = [
    ...(await ids('messages')).map((id) => ({ key: `messages.mail ${id}`, id })),
    ...(await ids('payments')).map((id) => ({ key: `payments.open-session ${id}`, id })),
    ...(await ids('payment_refunds')).map((id) => ({ key: `payments.refund ${id}`, id })),
  ]
  expect(expected).toHaveLength(3)
  expect(jobs).toEqual(expected)
})

it('ends at the schema of a new database', async () => {
  const knex = await filledBaseline()
  expect(await migrate(knex)).toEqual(later.map(({ name }) => name))
  const fresh = await createTestDatabase()
  open.push(fresh)
  expect(await describeSchema(knex)).toEqual(await describeSchema(fresh.knex))
})

it('leaves all rows and the schema as they were when a later step fails', async () => {
  const knex = await filledBaseline()
  const [before, schema] = [await rowsOf(knex), await describeSchema(knex)]
  const fails = { name: '9999-fails', sql: 'DELETE FROM outbox; DROP TABLE api_keys; SELECT 1 / 0' }
  await expect(migrate(knex, [...migrations, fails])).rejects.toThrow('division by zero')
  expect(lost(before, await rowsOf(knex))).toEqual([])
  expect(await describeSchema(knex)).toEqual(schema)
})

it('would detect a step that loses or damages rows', async () => {
  const knex = await filledBaseline()
  const before = await rowsOf(knex)
  const spoils = {
    name: '9999-spoils',
    sql: `DELETE FROM licence_plates; UPDATE sites SET name = 'other'; DROP TABLE barriers`,
  }
  await migrate(knex, [...migrations, spoils])
  expect(lost(before, await rowsOf(knex))).toEqual(['barriers', 'licence_plates', 'sites'])
})
