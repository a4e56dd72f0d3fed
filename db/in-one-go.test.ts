import type { Knex } from 'knex'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { committedInOneGo, connectionOf, inOneGo, sendOnly } from './in-one-go.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

describe.each([
  ['a connection that pipelines', true],
  ['any other connection', false],
])('statements in one go on %s', (_name, pipeline) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ empty: true, max: 1, pipeline })
    await db.knex.raw('CREATE TABLE numbers (n integer PRIMARY KEY)')
  })
  afterAll(() => db?.close())

  /** In a transaction on the only connection; what is thrown rolls it back. */
  const within = <T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T> =>
    db.knex.transaction(async (trx) => work(await connectionOf(trx)))
  const note = async (connection: pg.ClientBase, n: number): Promise<number> => {
    const { rows } = await connection.query<{ n: number }>({
      name: 'note',
      text: 'INSERT INTO numbers VALUES ($1) RETURNING n',
      values: [n],
    })
    return rows[0]?.n ?? 0
  }

  it('are answered each for itself, in their order', async () => {
    const events: string[] = []
    const said = await within((connection) =>
      inOneGo(
        connection,
        [1, 2, 3].map((n) => async () => {
          events.push(`ask ${n}`)
          const answer = await note(connection, n)
          events.push(`answer ${n}`)
          return answer
        }),
      ),
    )
    expect(said).toEqual([1, 2, 3])
    expect(events).toEqual(
      pipeline
        ? ['ask 1', 'ask 2', 'ask 3', 'answer 1', 'answer 2', 'answer 3']
        : ['ask 1', 'answer 1', 'ask 2', 'answer 2', 'ask 3', 'answer 3'],
    )
  })

  it('fail with what went wrong first, when nothing is on its way any more, and leave nothing behind', async () => {
    await expect(
      within(async (connection) => {
        await inOneGo(connection, [
          () => note(connection, 10),
          // It asks once more after its first answer, when another has failed already.
          async () => [await note(connection, 11), await note(connection, 12)],
          () => note(connection, 10),
          () => note(connection, 13),
        ])
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await db.knex('numbers').where('n', '>=', 10).pluck('n')).toEqual([])
    expect(await within((connection) => inOneGo(connection, [() => note(connection, 20)]))).toEqual([20])
  })

  it('that are the last words are committed with the rest, or fail as a whole', async () => {
    const write = (n: number, then: number) =>
      committedInOneGo(db.knex, async (trx, connection) => {
        await note(connection, n)
        await sendOnly(trx, () => note(connection, then))
        return n
      })
    expect(await write(30, 31)).toBe(30)
    await expect(write(32, 30)).rejects.toMatchObject({ code: '23505' })
    expect(await db.knex('numbers').where('n', '>=', 30).orderBy('n').pluck('n')).toEqual([30, 31])
  })

  it('of which no answer is needed are done before what follows; nobody waits for them, and what goes wrong with one is thrown', async () => {
    const events: string[] = []
    const write = (n: number, work: (trx: Knex.Transaction) => Promise<unknown> = async () => undefined) =>
      committedInOneGo(db.knex, async (trx) => {
        await sendOnly(trx, (connection) => note(connection, n).finally(() => events.push('answered')))
        events.push('goes on')
        return work(trx)
      })
    const seen = await write(40, (trx) => trx('numbers').where({ n: 40 }).pluck('n'))
    expect(seen).toEqual([40])
    expect(events).toEqual(pipeline ? ['goes on', 'answered'] : ['answered', 'goes on'])
    // As the last one, before another, and in a part that may fail by itself.
    await expect(write(40)).rejects.toMatchObject({ code: '23505' })
    await expect(write(40, (trx) => trx('numbers').insert({ n: 41 }))).rejects.toMatchObject({ code: '23505' })
    const part = (trx: Knex.Transaction) =>
      trx.transaction((inner) => sendOnly(inner, (connection) => note(connection, 40))).catch(() => 'not that')
    expect(await write(42, part)).toBe('not that')
    expect(await db.knex('numbers').where('n', '>=', 40).orderBy('n').pluck('n')).toEqual([40, 42])
  })

  it('say what went wrong first also where a statement that the server has not kept is asked again', async () => {
    const other = (connection: pg.ClientBase) => connection.query({ name: 'other', text: 'SELECT 1 AS n', values: [] })
    const failing = committedInOneGo(db.knex, async (trx) => {
      await sendOnly(trx, (connection) => note(connection, -1))
      await sendOnly(trx, (connection) => note(connection, -1))
      await sendOnly(trx, other)
      return other(await connectionOf(trx))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await within(async (connection) => (await other(connection)).rows)).toEqual([{ n: 1 }])
  })

  it('are refused when the transaction is over', async () => {
    let left: Knex.Transaction | null = null
    await db.knex.transaction(async (trx) => void (left = trx))
    await expect(connectionOf(left as unknown as Knex.Transaction)).rejects.toThrow('over')
  })
})
