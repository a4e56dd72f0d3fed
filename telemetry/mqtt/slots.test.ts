import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { holdSlots } from './slots.ts'

const soon = <T>(claim: () => T | Promise<T>) => vi.waitFor(claim)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A live process with role ingest, and its slots. */
async function startProcess() {
  const id = randomUUID()
  const heartbeat_at = new Date(Date.now() + 3_600_000)
  const roles = ['ingest']
  await database.knex('processes').insert({ id, name: 'holdfast', host: 'test', pid: 1, roles, heartbeat_at })
  const held = new Set<number>()
  const slots = holdSlots({
    url: database.url,
    log: pino({ level: 'silent' }),
    total: 8,
    everyMs: 30,
    take: (slot) => void held.add(slot),
    lose: async (slot) => void held.delete(slot),
  })
  return {
    held,
    async stop() {
      await slots.stop()
      await database.knex('processes').where({ id }).delete()
    },
  }
}

it('each slot has one holder, each process its share, and dead processes none', async () => {
  const one = await startProcess()
  await soon(() => expect(one.held.size).toBe(8))
  const two = await startProcess()
  await soon(() => expect([one.held.size, two.held.size]).toEqual([4, 4]))
  expect(new Set([...one.held, ...two.held]).size).toBe(8)
  await one.stop()
  expect(one.held.size).toBe(0)
  await soon(() => expect(two.held.size).toBe(8))
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'holdfast mqtt' AND datname = current_database()`
  const before = new Set(two.held)
  two.held.clear()
  await database.knex.raw(cut)
  await soon(() => expect(two.held).toEqual(before))
  await two.stop()
})
