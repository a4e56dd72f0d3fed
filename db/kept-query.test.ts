import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionOf, inOneGo } from './in-one-go.ts'
import { runKept } from './kept-query.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await database.knex.raw(
    'CREATE TABLE things (id integer PRIMARY KEY, word text, big bigint, at timestamptz, list int[])',
  )
})
afterAll(() => database.close())

/** Runs something on a connection, with what was described on it meanwhile. */
async function on<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<{ answer: T; described: number }> {
  return database.knex.transaction(async (trx) => {
    const connection = await connectionOf(trx)
    const wire = (connection as unknown as { connection: { describe(what: object): void } }).connection
    const describe = wire.describe.bind(wire)
    let described = 0
    wire.describe = (what) => {
      described += 1
      describe(what)
    }
    try {
      return { answer: await work(connection), described }
    } finally {
      wire.describe = describe
    }
  })
}

const at = new Date('2026-03-29T01:30:00Z')

it('answers the same whether the columns were asked for or are known, and asks for them once', async () => {
  const statement = (id: number, word: string | null) => ({
    name: 'insert-thing',
    text: 'INSERT INTO things VALUES ($1, $2, 9007199254740991, $3, $4) RETURNING *',
    values: [id, word, at, [1, 2]],
  })
  const { answer, described } = await on(async (connection) => [
    await runKept(connection, statement(1, 'one')),
    await runKept(connection, statement(2, null)),
    await runKept(connection, statement(3, 'three')),
  ])
  const row = (id: number, word: string | null) => ({ id, word, big: 9007199254740991, at, list: [1, 2] })
  expect(answer.map(({ rows }) => rows)).toEqual([[row(1, 'one')], [row(2, null)], [row(3, 'three')]])
  expect(
    answer.map(({ command, rowCount, fields }) => ({ command, rowCount, names: fields.map(({ name }) => name) })),
  ).toEqual(
    Array.from({ length: 3 }, () => ({ command: 'INSERT', rowCount: 1, names: ['id', 'word', 'big', 'at', 'list'] })),
  )
  expect(described).toBe(1)
})

it('answers rows without columns, and statements without rows, each time', async () => {
  const { answer } = await on(async (connection) => {
    const said: unknown[] = []
    for (let round = 0; round < 3; round += 1) {
      const some = await runKept(connection, {
        name: 'lock',
        text: 'SELECT FROM things WHERE id < $1 FOR UPDATE',
        values: [3],
      })
      const none = await runKept(connection, {
        name: 'touch',
        text: 'UPDATE things SET word = word WHERE id < $1',
        values: [3],
      })
      said.push([some.rows, none.rows, none.rowCount])
    }
    return said
  })
  expect(answer).toEqual(Array.from({ length: 3 }, () => [[{}, {}], [], 2]))
})

it('answers lists instead of objects where that is asked for', async () => {
  const { answer } = await on(async (connection) => {
    const ask = () =>
      runKept<[number, null]>(connection, { name: 'list', text: 'SELECT $1::int, NULL', values: [7], rowMode: 'array' })
    return [(await ask()).rows, (await ask()).rows]
  })
  expect(answer).toEqual([[[7, null]], [[7, null]]])
})

it('asked again before the first answer is there, each gets its own', async () => {
  const { answer } = await on((connection) =>
    inOneGo(
      connection,
      [1, 2, 3, 4].map(
        (n) => async () =>
          (await runKept(connection, { name: 'twice', text: 'SELECT 2 * $1::int AS n', values: [n] })).rows,
      ),
    ),
  )
  expect(answer).toEqual([[{ n: 2 }], [{ n: 4 }], [{ n: 6 }], [{ n: 8 }]])
})

it('a failure is told with where it was asked, and the statement works afterwards', async () => {
  const divide = (by: number) => ({ name: 'divide', text: 'SELECT 6 / $1::int AS n', values: [by] })
  const { answer } = await on(async (connection) => {
    const said: unknown[] = []
    for (const by of [0, 2, 0, 3]) {
      await connection.query('SAVEPOINT s')
      const one = await runKept(connection, divide(by)).then(
        ({ rows }) => rows,
        (error: Error & { code?: string }) => ({ code: error.code, here: error.stack?.includes('kept-query') }),
      )
      if (by === 0) await connection.query('ROLLBACK TO s')
      said.push(one)
    }
    return said
  })
  const failed = { code: '22012', here: true }
  expect(answer).toEqual([failed, [{ n: 3 }], failed, [{ n: 2 }]])
})

it('one whose columns have changed since is refused by the server, not misread', async () => {
  const ask = (connection: pg.ClientBase) =>
    runKept(connection, { name: 'all', text: 'SELECT * FROM things WHERE id = $1', values: [1] })
  await expect(
    on(async (connection) => {
      await ask(connection)
      await connection.query('ALTER TABLE things ADD COLUMN more text')
      await ask(connection)
    }),
  ).rejects.toThrow('cached plan must not change result type')
})

it('values that cannot be sent are refused, and the connection goes on', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  const { answer } = await on(async (connection) => {
    const ask = (value: unknown) =>
      runKept(connection, { name: 'json', text: 'SELECT $1::jsonb AS j', values: [value] })
    const before = (await ask({ a: 1 })).rows
    const refused = await ask(circular).then(
      () => 'sent',
      () => 'refused',
    )
    await connection.query('SELECT 1')
    return { before, refused }
  })
  expect(answer).toEqual({ before: [{ j: { a: 1 } }], refused: 'refused' })
})
