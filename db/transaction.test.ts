import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CopyRows, copyRows } from './copy.ts'
import { prepared } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { enqueue, pipelined, pipelinedTransaction, readOnly, write } from './transaction.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ empty: true, max: 1 })
  await db.knex.raw('CREATE TABLE numbers (n integer PRIMARY KEY)')
})
beforeEach(async () => {
  await db.knex('numbers').delete()
})
afterAll(() => db?.close())

const insertSql = 'INSERT INTO numbers VALUES (?) RETURNING n'
const note = async (trx: Knex.Transaction, n: number): Promise<number | undefined> =>
  (await prepared<{ n: number }>(trx, insertSql, [n]))[0]?.n
const numbers = () => db.knex('numbers').orderBy('n').pluck('n')
const pid = async () => (await prepared<{ pid: number }>(db.knex, 'SELECT pg_backend_pid() AS pid'))[0]?.pid

it.each([
  ['pipelinedTransaction', pipelinedTransaction],
  ['Knex', (knex: Knex, work: (trx: Knex.Transaction) => Promise<unknown>) => knex.transaction(work)],
] as const)('statements are sent before the first is answered, and answered in their order: %s', async (_of, begin) => {
  const events: string[] = []
  const said = await begin(db.knex, (trx) =>
    pipelined(
      [1, 2, 3].map(async (n) => {
        events.push(`ask ${n}`)
        const answer = await note(trx, n)
        events.push(`answer ${n}`)
        return answer
      }),
    ),
  )
  expect(said).toEqual([1, 2, 3])
  expect(events).toEqual(['ask 1', 'ask 2', 'ask 3', 'answer 1', 'answer 2', 'answer 3'])
})

it('fails with the first error once nothing is in flight, and leaves nothing behind', async () => {
  const failing = db.knex.transaction(async (trx) => {
    const twice = async () => [await note(trx, 11), await note(trx, 12)]
    // The second asks once more after its first answer, when another has failed already.
    await pipelined([note(trx, 10), twice(), note(trx, 10), note(trx, 13)])
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([])
  expect(await write(db.knex, (trx) => pipelined([note(trx, 20)]))).toEqual([20])
})

it('commits the last enqueued statement with the rest, or fails as a whole with its error', async () => {
  const writing = (n: number, then: number) =>
    pipelinedTransaction(db.knex, async (trx) => {
      await note(trx, n)
      await enqueue(trx, insertSql, [then])
      return n
    })
  expect(await writing(30, 31)).toBe(30)
  await expect(writing(32, 30)).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([30, 31])
})

it('does not wait for an enqueued statement, whose work later ones see, and throws its error', async () => {
  const writing = (n: number, work: (trx: Knex.Transaction) => Promise<unknown> = async () => undefined) =>
    pipelinedTransaction(db.knex, async (trx) => {
      await enqueue(trx, insertSql, [n])
      return work(trx)
    })
  expect(await writing(40, (trx) => trx('numbers').where({ n: 40 }).pluck('n'))).toEqual([40])
  let wentOn = false
  const failing = writing(40, async () => (wentOn = true))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(wentOn).toBe(true)
  await expect(writing(40, (trx) => trx('numbers').insert({ n: 41 }))).rejects.toMatchObject({ code: '23505' })
  // In a savepoint it is awaited there.
  const part = (trx: Knex.Transaction) =>
    trx.transaction((inner) => enqueue(inner, insertSql, [40])).catch(() => 'not that')
  expect(await writing(42, part)).toBe('not that')
  expect(await numbers()).toEqual([40, 42])
})

it('throws the first error even if a statement that the server has not prepared is sent again', async () => {
  const other = 'SELECT 1 AS n'
  const failing = pipelinedTransaction(db.knex, async (trx) => {
    await enqueue(trx, insertSql, [-1])
    await enqueue(trx, insertSql, [-1])
    await enqueue(trx, other)
    return prepared(trx, other)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await db.knex.transaction((trx) => prepared(trx, other))).toEqual([{ n: 1 }])
})

it('rolls back as a whole when the work fails, and reuses the connection', async () => {
  const before = await pid()
  const failing = write(db.knex, async (trx) => {
    await enqueue(trx, insertSql, [9])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await numbers()).toEqual([])
  expect(await pid()).toBe(before)
})

it('reads in a read-only transaction at the requested isolation level', async () => {
  const settings = (isolation?: 'repeatable read') =>
    readOnly(
      db.knex,
      (trx) =>
        prepared<object>(
          trx,
          `SELECT current_setting('transaction_read_only') AS mode, current_setting('transaction_isolation') AS level`,
        ),
      isolation,
    )
  expect(await settings()).toEqual([{ mode: 'on', level: 'read committed' }])
  expect(await settings('repeatable read')).toEqual([{ mode: 'on', level: 'repeatable read' }])
  await expect(readOnly(db.knex, (trx) => note(trx, 1))).rejects.toMatchObject({ code: '25006' })
  const failing = readOnly(db.knex, async (trx) => {
    await prepared(trx, 'SELECT 1')
    throw new Error('of ours')
  })
  await expect(failing).rejects.toThrow('of ours')
  expect(await settings()).toEqual([{ mode: 'on', level: 'read committed' }])
})

it('accepts no COPY when it is over', async () => {
  let over: Knex.Transaction | undefined
  await pipelinedTransaction(db.knex, async (trx) => void (over = trx))
  if (!over) throw new Error('there was no transaction')
  const rows = new CopyRows()
  rows.row(1)
  rows.int4(50)
  await expect(copyRows(over, 'numbers (n)', rows)).rejects.toThrow('this transaction is over')
  expect(await numbers()).toEqual([])
})

it('commits nothing if an enqueued statement could not even be sent', async () => {
  const failing = pipelinedTransaction(db.knex, async (trx) => {
    await note(trx, 60)
    await enqueue(trx, insertSql, [])
  })
  await expect(failing).rejects.toThrow('wrong bindings for')
  expect(await numbers()).toEqual([])
})
