import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createMetrics } from '../metrics.ts'
import { startTicks } from './ticks.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('one that takes longer than a transaction may idle keeps its lock: it never overlaps itself, nor in another process', async () => {
  const pools = [1, 2].map(() => connect(db.url, { max: 1 }))
  const metrics = createMetrics()
  let running = 0
  let most = 0
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await db.knex.raw('select pg_sleep(0.5)')
    running -= 1
  }
  const start = (locks: Knex) =>
    startTicks([{ name: 'slow', everyMs: 20, lock: 77, run }], {
      locks,
      log: pino({ level: 'silent' }),
      metrics,
    })
  const processes = pools.map(start)
  const outcomes = async (outcome: string) =>
    (await metrics.ticks.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  await vi.waitFor(async () => expect(await outcomes('done')).toBeGreaterThan(10), 10_000)
  await Promise.all(processes.map((each) => each.stop()))
  expect(most).toBe(1)
  expect(await outcomes('failed')).toBe(0)
  await Promise.all(pools.map((pool) => pool.destroy()))
})

it('two with one lock would shut each other out: nothing starts', () => {
  const tick = (name: string) => ({ name, everyMs: 1_000, lock: 7, run: async () => {} })
  const options = { locks: db.knex, log: pino({ level: 'silent' }), metrics: createMetrics() }
  expect(() => startTicks([tick('one'), tick('two')], options)).toThrow('the lock 7 of two belongs to another tick')
})
