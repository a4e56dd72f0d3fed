import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { committedInOneGo, type connectionOf, inOneGo, sendOnly } from './in-one-go.ts'
import { readOnly } from './read-only.ts'
import { one, prepared } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let db: TestDatabase
let pool: Knex
beforeAll(async () => {
  db = await createTestDatabase({ empty: true })
  await db.knex.raw('CREATE TABLE numbers (n integer PRIMARY KEY)')
  pool = connect(db.url, { max: 1, pipeline: true, beginWithoutWaiting: true })
})
beforeEach(async () => {
  await db.knex('numbers').delete()
})
afterAll(async () => {
  await pool?.destroy()
  await db?.close()
})

const numbers = () => db.knex('numbers').orderBy('n').pluck('n')
const note = (connection: Connection, n: number) =>
  connection.query({ name: 'note', text: 'INSERT INTO numbers VALUES ($1)', values: [n] })
type Connection = Awaited<ReturnType<typeof connectionOf>>
const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : (asked as { text: string }).text)
type Queries = { query: (...args: unknown[]) => unknown }

/** Calls `instead` for what is asked of the pool's only connection, until it is called off. */
async function listen(instead: (asked: unknown, ask: (asked: unknown) => unknown) => unknown): Promise<() => void> {
  const client = pool.client as {
    acquireConnection(): Promise<Queries>
    releaseConnection(one: Queries): Promise<void>
  }
  const connection = await client.acquireConnection()
  await client.releaseConnection(connection)
  const { query } = connection
  connection.query = (asked, ...rest) => instead(asked, (other) => query.call(connection, other, ...rest))
  return () => {
    connection.query = query
  }
}

it('sends BEGIN, what follows, and the last words with COMMIT, in three goes', async () => {
  const events: string[] = []
  const end = await listen((asked, ask) => {
    events.push(`>${textOf(asked).split(' ')[0]} `)
    const answer = ask(asked) as Promise<unknown> | undefined
    answer?.then(
      () => events.push('<'),
      () => undefined,
    )
    return answer
  })
  await committedInOneGo(pool, async (trx, connection) => {
    await inOneGo(connection, [() => note(connection, 1), () => note(connection, 2)])
    await note(connection, 3)
    await sendOnly(trx, () => note(connection, 4))
  })
  end()
  expect(await numbers()).toEqual([1, 2, 3, 4])
  // Answers to what Knex asks itself, BEGIN and COMMIT, are not seen here.
  expect(events.join('')).toBe('>BEGIN >INSERT >INSERT <<>INSERT <>INSERT >COMMIT; <')
})

it('is undone as a whole when the last words fail, with their own error', async () => {
  await db.knex('numbers').insert({ n: 7 })
  const failing = committedInOneGo(pool, async (trx, connection) => {
    await note(connection, 6)
    await sendOnly(trx, () => note(connection, 7))
    await sendOnly(trx, () => note(connection, 8))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([7])
})

it('is undone as a whole when the work fails', async () => {
  const failing = pool.transaction(async (trx) => {
    await trx('numbers').insert({ n: 9 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await numbers()).toEqual([])
})

it('writes nothing outside of a transaction', async () => {
  await expect(pool('numbers').insert({ n: 10 })).rejects.toMatchObject({ code: '25006' })
  expect(await numbers()).toEqual([])
})

it('answers nothing that was read when BEGIN is refused, whatever was made of it', async () => {
  const refuse = () => listen((asked, ask) => ask(textOf(asked) === 'BEGIN READ ONLY' ? 'SELECT 1 / 0' : asked))
  await refuse()
  const reading = readOnly(pool, (trx) => prepared(trx, 'SELECT 1 AS n'))
  await expect(reading).rejects.toMatchObject({ code: '22012' })
  await refuse()
  const content = readOnly(pool, (trx) => prepared(trx, 'SELECT 1 AS n').catch(() => []))
  await expect(content).rejects.toMatchObject({ code: '22012' })
  // On another connection.
  expect(await readOnly(pool, (trx) => prepared(trx, 'SELECT 2 AS n'))).toEqual([{ n: 2 }])
})

it('writes nothing when BEGIN is refused, though what follows was sent already; the connection is not used again', async () => {
  const pid = async () => (await one<{ pid: number }>(pool, 'SELECT pg_backend_pid() AS pid')).pid
  const before = await pid()
  await listen((asked, ask) => ask(textOf(asked) === 'BEGIN READ WRITE' ? 'SELECT 1 / 0' : asked))
  const failing = committedInOneGo(pool, async (trx, connection) => {
    await inOneGo(connection, [() => note(connection, 11), () => note(connection, 12)])
    await sendOnly(trx, () => note(connection, 13))
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await numbers()).toEqual([])
  expect(await pid()).not.toBe(before)
})
