import { EventEmitter, once } from 'node:events'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { statementBegan, statementEnded } from '../../../db/connect.ts'
import { connectionOf } from '../../../db/connection.ts'
import { prepared } from '../../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { pipelined } from '../../../db/transaction.ts'
import { createGovernor, type Governor } from './governor.ts'
import { watchStatements } from './statements.ts'

let db: TestDatabase
let governor: Governor | null = null
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(() => {
  governor?.stop()
  vi.useRealTimers()
})
afterAll(() => db?.close())

const stats = { queued: 0, writing: 0, batches: 0, stored: 0, duplicate: 0, refused: 0 }
const intake = { bytes: 0, window: 1, drain: 1 }
const working = { stats: () => ({ ...stats, writing: 1, intake }) }
const idle = { stats: () => ({ ...stats, intake }) }
const log = pino({ level: 'silent' })
const rests: number[] = []
/** A governor whose time advances on request, and the pool whose statements it measures. */
const start = (options: Partial<Parameters<typeof createGovernor>[0]> = {}) => {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const pool = new EventEmitter()
  governor = createGovernor({
    people: pool as unknown as Knex,
    here: () => true,
    ingest: working,
    log,
    metrics: { ingestShare: { set: () => undefined } },
    wait: async (ms) => rests.push(ms),
    ...options,
  })
  return { governor, pool }
}

describe('the governor', () => {
  it('slows telemetry down while people wait for the database, and restores full speed afterwards', () => {
    const { governor, pool } = start()
    expect(governor.share()).toBe(1)
    const slow = {}
    pool.emit(statementBegan, slow)
    vi.advanceTimersByTime(600)
    expect(governor.share()).toBeLessThan(0.8)
    pool.emit(statementEnded, slow)
    vi.advanceTimersByTime(20_000)
    expect(governor.share()).toBe(1)
  })

  it('does so on reports of other processes, and sends its own where required', () => {
    const told = vi.fn(async () => {})
    const { governor } = start({ here: () => false, tell: told })
    governor.told()
    vi.advanceTimersByTime(300)
    expect(governor.share()).toBeLessThan(0.9)
    expect(told).not.toHaveBeenCalled()
    governor.stop()
    const own = start({ tell: told, ingest: idle })
    own.pool.emit(statementBegan, {})
    vi.advanceTimersByTime(400)
    expect(told).toHaveBeenCalledTimes(1)
    expect(own.governor.share()).toBe(1) // it has no telemetry to slow down
  })

  it('keeps reporting while another process ingests: a slow database does not become the norm', () => {
    const taking = start({ here: () => false, notifyWorking: async () => own.governor.working() })
    const other = taking.governor
    const own = start({ ingest: idle, tell: async () => other.told() })
    own.pool.emit(statementBegan, {})
    vi.advanceTimersByTime(1_500)
    expect(own.governor.share()).toBeLessThan(0.5)
    expect(other.share()).toBeLessThan(0.9)
    other.stop()
  })

  it('rests after background work for as long as it took, and longer while people wait', async () => {
    const { governor } = start()
    await governor.rest(30)
    governor.told()
    vi.advanceTimersByTime(300)
    await governor.rest(30)
    expect(rests).toEqual([30, (4 * 30) / governor.share()])
    expect(governor.share()).toBeLessThan(1)
  })
})

describe('the duration of statements', () => {
  it('is the median of finished ones, in transactions and with errors too, or the age of the oldest unfinished one', async () => {
    let now = 0
    let each = 50
    const watched = watchStatements(db.knex, () => now)
    let open = 0
    const takesTime = (): void => {
      now += each
      open += 1
    }
    const over = (): void => void (open -= 1)
    db.knex.on(statementBegan, takesTime)
    db.knex.on(statementEnded, over)
    expect(watched.take()).toBeNull()
    await db.knex.transaction(async (trx) => {
      for (const n of [1, 2, 3]) await trx.raw('SELECT ?::int', n)
    })
    expect(watched.take()).toBe(50)
    each = 5
    for (const zero of [0, 0, 0]) await expect(db.knex.raw('SELECT 1 / ?::int', zero)).rejects.toThrow('division')
    // The server's last message comes after its error.
    await expect.poll(() => open).toBe(0)
    expect(watched.take()).toBe(5)
    const slow = {}
    db.knex.emit(statementBegan, slow)
    now += 100
    expect(watched.take()).toBe(105)
    db.knex.emit(statementEnded, slow)
    db.knex.off(statementBegan, takesTime)
    db.knex.off(statementEnded, over)
    watched.stop()
    watched.take()
    await db.knex.raw('SELECT 1')
    expect(watched.take()).toBeNull()
  })

  it('counts from the previous reply, for statements on the connection itself and pipelined ones', async () => {
    const told: string[] = []
    db.knex.on(statementBegan, () => told.push('began'))
    db.knex.on(statementEnded, () => told.push('ended'))
    await db.knex.transaction(async (trx) => {
      await pipelined([1, 2, 3].map(() => prepared(trx, 'SELECT 1')))
    })
    expect(told).toEqual(['BEGIN', 1, 2, 3, 'COMMIT'].flatMap(() => ['began', 'ended']))
  })

  it('ends with the connection, also for later statements on it', async () => {
    const watched = watchStatements(db.knex)
    const lost = db.knex.transaction(async (trx) => {
      const ended = once(await connectionOf(trx), 'end')
      await expect(trx.raw('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
      await ended
      await expect(prepared(trx, 'SELECT 1')).rejects.toThrow()
    })
    await expect(lost).rejects.toThrow()
    await vi.waitFor(() => expect(watched.take()).toBeNull())
    watched.stop()
  })
})
