import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { one, prepared } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { pipelined, pipelinedTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await database.knex.raw('CREATE TABLE numbers AS SELECT n, n % 2 AS odd FROM generate_series(1, 1000) n')
  await database.knex.raw('CREATE INDEX ON numbers (n)')
  await database.knex.raw('ANALYZE numbers')
})
afterAll(() => database.close())

const sql = 'SELECT n FROM numbers WHERE n = ANY (?::int[]) AND odd = ? ORDER BY n'

it('are one statement per connection, whichever way they are called', async () => {
  await database.knex.transaction(async (trx) => {
    expect(await prepared(trx, sql, [[1, 2, 3], 1])).toEqual([{ n: 1 }, { n: 3 }])
    // Also before the first answer to the same statement.
    const [some, others] = await pipelined([prepared(trx, sql, [[1, 2, 3], 0]), prepared(trx, sql, [[], 0])])
    expect({ some, others }).toEqual({ some: [{ n: 2 }], others: [] })
    const named = `SELECT n, '10:30' AS word, :of::int AS again FROM numbers WHERE n = :of AND odd = :odd::int`
    expect(await prepared(trx, named, { odd: 1, of: 7 })).toEqual([{ n: 7, word: '10:30', again: 7 }])
    const twice = 'SELECT n, $1::int AS again FROM numbers WHERE n = $1 AND odd = $2'
    expect(await prepared(trx, twice, [7, 1])).toEqual([{ n: 7, again: 7 }])
    expect(await one(trx, `SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%FROM numbers%'`)).toEqual(
      { count: 3 },
    )
  })
})

it('are refused with missing or undefined bindings, and when the transaction is over', async () => {
  const asked = async (...given: Parameters<typeof prepared>) => {
    await expect(prepared(...given)).rejects.toThrow('wrong bindings for')
  }
  for (const begin of [
    (work: (trx: Knex.Transaction) => Promise<void>) => database.knex.transaction(work),
    (work: (trx: Knex.Transaction) => Promise<void>) => pipelinedTransaction(database.knex, work),
  ]) {
    let over: Knex.Transaction | undefined
    await begin(async (trx) => {
      over = trx
      await asked(trx, sql, [[1]])
      await asked(trx, sql, [[1], undefined as never])
      await asked(trx, 'SELECT :of::int AS n', { of: undefined as never })
      // Nothing was sent: the transaction continues.
      expect(await prepared(trx, sql, [[1], 1])).toEqual([{ n: 1 }])
    })
    if (!over) throw new Error('there was no transaction')
    await expect(prepared(over, sql, [[1], 1])).rejects.toThrow('this transaction is over')
  }
})

it('a failure shows its caller, and the statement works afterwards', async () => {
  const divide = 'SELECT 6 / ?::int AS n'
  const said: unknown[] = []
  await database.knex.transaction(async (trx) => {
    for (const by of [0, 2, 0, 3])
      said.push(
        await trx
          .transaction((inner) => prepared(inner, divide, [by]))
          .catch((error: Error & { code?: string }) => ({ code: error.code, here: error.stack?.includes('sql.ts') })),
      )
  })
  const failed = { code: '22012', here: true }
  expect(said).toEqual([failed, [{ n: 3 }], failed, [{ n: 2 }]])
})

it('one whose columns have changed since is refused by the server, not misread', async () => {
  await database.knex.raw('CREATE TABLE things (id integer)')
  const all = 'SELECT * FROM things WHERE id = ?'
  const failing = database.knex.transaction(async (trx) => {
    await prepared(trx, all, [1])
    await trx.raw('ALTER TABLE things ADD COLUMN more text')
    await prepared(trx, all, [1])
  })
  await expect(failing).rejects.toThrow('cached plan must not change result type')
})

it('values that cannot be sent are refused, and the connection stays usable', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  await database.knex.transaction(async (trx) => {
    const ask = (value: Record<string, unknown>) => prepared(trx, 'SELECT ?::jsonb AS j', [value as never])
    expect(await ask({ a: 1 })).toEqual([{ j: { a: 1 } }])
    await expect(ask(circular)).rejects.toThrow('circular')
    expect(await one(trx, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })
})

/** Planned for any list, it looks ten times as expensive as for a list of one. */
const dear = 'SELECT count(*) FROM numbers a JOIN numbers b ON b.n > a.n WHERE a.n = ANY (?::int[])'

it('are planned once for all values if the connection says so, even if a custom plan looks cheaper', async () => {
  const plans = async (onePlan: boolean): Promise<object> => {
    const knex = connect(database.url, { max: 1, onePlan })
    try {
      for (let times = 0; times < 12; times += 1) await prepared(knex, dear, [[times]])
      return await one(knex, 'SELECT generic_plans AS once, custom_plans AS each FROM pg_prepared_statements')
    } finally {
      await knex.destroy()
    }
  }
  expect(await plans(true)).toEqual({ once: 12, each: 0 })
  expect(await plans(false)).toEqual({ once: 0, each: 12 })
})
