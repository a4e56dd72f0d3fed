import { once } from 'node:events'
import { setTimeout as pass } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectionOf, inOneGo } from '../../db/in-one-go.ts'
import { keptOn } from '../../db/sql.ts'
import { statementBegan, statementEnded } from '../../db/tell-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createGovernor, type Governor } from './governor.ts'
import { watchStatements } from './statements.ts'

let db: TestDatabase
let governor: Governor | null = null
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(() => governor?.stop())
afterAll(() => db?.close())

const stats = { queued: 0, writing: 0, batches: 0, stored: 0, duplicate: 0, refused: 0 }
const intake = { bytes: 0, window: 1, drain: 1 }
const working = { stats: () => ({ ...stats, writing: 1, intake }) }
const idle = { stats: () => ({ ...stats, intake }) }
const log = pino({ level: 'silent' })
const start = (options: Partial<Parameters<typeof createGovernor>[0]> = {}) => {
  const shares: number[] = []
  governor = createGovernor({
    people: db.knex,
    here: () => true,
    ingest: working,
    log,
    metrics: { ingestShare: { set: (share) => shares.push(share) } },
    everyMs: 20,
    ...options,
  })
  return { governor, shares }
}

describe('the governor', () => {
  it('lets telemetry take less while people wait for the database, and all again after', async () => {
    const { governor } = start()
    expect(governor.share()).toBe(1)
    const slow = db.knex.raw('SELECT pg_sleep(0.6)').then(() => null)
    await vi.waitFor(() => expect(governor.share()).toBeLessThan(0.8), 3_000)
    await slow
    await vi.waitFor(() => expect(governor.share()).toBe(1), 10_000)
  })

  it('does so when another process says that people wait there, and says it itself where it is asked to', async () => {
    const told = vi.fn(async () => {})
    const { governor } = start({ here: () => false, tell: told })
    governor.told()
    await vi.waitFor(() => expect(governor.share()).toBeLessThan(0.9), 3_000)
    expect(told).not.toHaveBeenCalled()
    governor.stop()
    const own = start({ tell: told, ingest: idle })
    await Promise.all([
      db.knex.raw('SELECT pg_sleep(0.4)'),
      vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 3_000),
    ])
    expect(own.governor.share()).toBe(1) // it has nothing to take less of
  })

  it('goes on saying so while another process takes telemetry in: what hurts then does not become usual', async () => {
    const taking = start({ here: () => false, tellWorking: async () => own.governor.working() })
    const other = taking.governor
    const own = start({ ingest: idle, tell: async () => other.told() })
    const slow = db.knex.raw('SELECT pg_sleep(1.5)').then(() => null)
    await vi.waitFor(() => expect(own.governor.share()).toBeLessThan(0.5), 3_000)
    expect(other.share()).toBeLessThan(0.9)
    await slow
    other.stop()
  })

  it('lets work that nobody waits for rest as long as it worked, and longer while people wait', async () => {
    const { governor } = start()
    const timed = async (tookMs: number): Promise<number> => {
      const began = performance.now()
      await governor.rest(tookMs)
      return performance.now() - began
    }
    expect(await timed(30)).toBeGreaterThanOrEqual(29)
    governor.told()
    await vi.waitFor(() => expect(governor.share()).toBeLessThan(1), 3_000)
    expect(await timed(30)).toBeGreaterThanOrEqual(119)
  })
})

describe('the time of statements', () => {
  it('is the median of what ended, also in transactions and with errors; else how long the oldest waits', async () => {
    const watched = watchStatements(db.knex)
    expect(watched.take()).toBeNull()
    await db.knex.transaction(async (trx) => {
      await trx.raw('SELECT pg_sleep(0.05)')
      await trx.raw('SELECT pg_sleep(0.05)')
      await trx.raw('SELECT pg_sleep(0.05)')
    })
    expect(watched.take()).toBeGreaterThanOrEqual(49)
    for (const zero of [0, 0, 0]) await expect(db.knex.raw('SELECT 1 / ?::int', zero)).rejects.toThrow('division')
    expect(watched.take()).toBeLessThan(45)
    const slow = db.knex.raw('SELECT pg_sleep(0.2)').then(() => 'done')
    expect(await Promise.race([slow, pass(0)])).toBeUndefined()
    await vi.waitFor(() => expect(watched.take()).toBeGreaterThan(60), 2_000)
    await slow
    watched.stop()
    watched.take()
    await db.knex.raw('SELECT 1')
    expect(watched.take()).toBeNull()
  })

  it('counts from the answer to the one before, of what is sent on the connection itself and together', async () => {
    const told: string[] = []
    db.knex.on(statementBegan, () => told.push('began'))
    db.knex.on(statementEnded, () => told.push('ended'))
    await db.knex.transaction(async (trx) => {
      const connection = await connectionOf(trx)
      await inOneGo(
        connection,
        [1, 2, 3].map(() => () => keptOn(connection, 'SELECT 1')),
      )
    })
    expect(told).toEqual(['BEGIN', 1, 2, 3, 'COMMIT'].flatMap(() => ['began', 'ended']))
  })

  it('ends with the connection, also of what is asked of it after', async () => {
    const watched = watchStatements(db.knex)
    const lost = db.knex.transaction(async (trx) => {
      const connection = await connectionOf(trx)
      const ended = once(connection, 'end')
      await expect(trx.raw('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
      await ended
      await expect(keptOn(connection, 'SELECT 1')).rejects.toThrow()
    })
    await expect(lost).rejects.toThrow()
    await vi.waitFor(() => expect(watched.take()).toBeNull(), 2_000)
    watched.stop()
  })
})
