import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { connectionOf, inOneGo } from './in-one-go.ts'
import { readOnly } from './read-only.ts'
import { keptOn, prepared } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let db: TestDatabase
let pool: Knex
beforeAll(async () => {
  db = await createTestDatabase({ empty: true })
  await db.knex.raw('CREATE TABLE numbers (n integer PRIMARY KEY)')
  pool = connect(db.url, { max: 1, pipeline: true })
})
afterAll(async () => {
  await pool?.destroy()
  await db?.close()
})

type Write = (...given: unknown[]) => unknown
interface Written {
  connection: { stream: { _write: Write; _writev: Write } }
}

/** Counts what the pool's only connection hands to the system while this runs. */
async function writesOf<T>(work: () => Promise<T>): Promise<{ writes: number; answer: T }> {
  const client = pool.client as {
    acquireConnection(): Promise<Written>
    releaseConnection(one: Written): Promise<void>
  }
  const raw = await client.acquireConnection()
  const { stream } = raw.connection
  const { _write, _writev } = stream
  let writes = 0
  const counting = (write: Write): Write =>
    function (this: unknown, ...given) {
      writes += 1
      return write.apply(this, given)
    }
  Object.assign(stream, { _write: counting(_write), _writev: counting(_writev) })
  await client.releaseConnection(raw)
  try {
    return { answer: await work(), writes }
  } finally {
    Object.assign(stream, { _write, _writev })
  }
}

const plus = (trx: Knex, n: number) => prepared<{ n: number }>(trx, 'SELECT ?::int + 1 AS n', [n])
const pooled = () => pool.raw('SELECT 1')

it('what is asked within one turn leaves in one write', async () => {
  await pooled()
  const { answer, writes } = await writesOf(() =>
    readOnly(pool, async (trx) => {
      const connection = await connectionOf(trx)
      const both = await inOneGo(connection, [() => plus(trx, 1), () => plus(trx, 2)])
      return [...both.flat(), ...(await keptOn<{ n: number }>(connection, 'SELECT ?::int + 2 AS n', [3]))]
    }),
  )
  expect(answer).toEqual([{ n: 2 }, { n: 3 }, { n: 5 }])
  // BEGIN with the first two, then the third; COMMIT leaves when it has been answered already.
  expect(writes).toBe(2)
})

it('is read in a transaction that cannot write, at the isolation asked for', async () => {
  const settings = (isolation?: 'repeatable read') =>
    readOnly(
      pool,
      (trx) =>
        prepared<{ mode: string; level: string }>(
          trx,
          `SELECT current_setting('transaction_read_only') AS mode, current_setting('transaction_isolation') AS level`,
        ),
      isolation,
    )
  expect(await settings()).toEqual([{ mode: 'on', level: 'read committed' }])
  expect(await settings('repeatable read')).toEqual([{ mode: 'on', level: 'repeatable read' }])
  const writing = readOnly(pool, (trx) => prepared(trx, 'INSERT INTO numbers VALUES (?)', [1]))
  await expect(writing).rejects.toMatchObject({ code: '25006' })
  // The connection is as good as before.
  expect(await readOnly(pool, (trx) => plus(trx, 6))).toEqual([{ n: 7 }])
})

it('throws what went wrong within, and writing transactions wait for their BEGIN as ever', async () => {
  const failing = readOnly(pool, async (trx) => {
    await plus(trx, 1)
    throw new Error('of ours')
  })
  await expect(failing).rejects.toThrow('of ours')
  await pool.transaction((trx) => prepared(trx, 'INSERT INTO numbers VALUES (?)', [2]))
  expect(await pool('numbers').pluck('n')).toEqual([2])
})
