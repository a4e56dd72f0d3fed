import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import type { IngestAnswer } from './ingest-answer.ts'
import { createStorer, type Storer, type StorerOptions } from './ingest-storer.ts'
import { makeGateways, silentLog, type TestGateway } from './testing/gateways.ts'

let db: TestDatabase
const begun: Storer[] = []
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const storer of begun.splice(0)) await storer.stop()
})
afterAll(() => db?.close())

const storer = (options: Partial<StorerOptions> = {}): Storer => {
  const made = createStorer({ knex: db.knex, log: silentLog, ...options })
  begun.push(made)
  return made
}
let numbers = 0
const body = (messages: number) => ({
  messages: Array.from({ length: messages }, () => ({
    id: `m${numbers++}`,
    at: new Date(Date.now() - 3_600_000 + numbers * 1_000).toISOString(),
    device: 'D-1',
    kind: 'reading',
    temperature: 20,
  })),
})
const stored = (answer: IngestAnswer) => (answer.ok ? answer.reply.stored : answer)
const gateways = async (count: number) =>
  (await makeGateways(db.knex, { gateways: count })) as [TestGateway, ...TestGateway[]]

/** Waits while connections proceed; virtual time stands still meanwhile. */
async function until(holds: () => void): Promise<void> {
  for (;;)
    try {
      return holds()
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
}

/** Blocks all writes of these gateways until released. */
async function hold(held: readonly TestGateway[]): Promise<() => Promise<void>> {
  const trx = await db.knex.transaction()
  const ids = held.flatMap(({ devices }) => devices.map(({ id }) => id))
  await trx('device_states').whereIn('device_id', ids).forUpdate()
  return async () => void (await trx.rollback())
}

describe('the storer', () => {
  it('writes urgent messages while backlogs of others use all writers; a gateway waits for its own [GW-1]', async () => {
    const [one, two, other] = (await gateways(3)) as [TestGateway, TestGateway, TestGateway]
    const { store, stats } = storer({ limits: { writers: 2, batchMessages: 100 } })
    const release = await hold([one, two])
    const done: string[] = []
    const sent = (name: string, gateway: TestGateway, messages: number) =>
      store(gateway, body(messages)).then((answer) => {
        done.push(name)
        return stored(answer)
      })
    const backlogs = [sent('backlog of one', one, 100), sent('backlog of two', two, 100)]
    await until(() => expect(stats().writing).toBe(2))
    const own = sent('own', one, 1)
    expect(await sent('other', other, 3)).toBe(3)
    expect(await sent('other', other, 20)).toBe(20)
    expect(done).toEqual(['other', 'other'])
    await release()
    expect(await Promise.all([...backlogs, own])).toEqual([100, 100, 1])
    expect(done.indexOf('own')).toBeGreaterThan(done.indexOf('backlog of one'))
    expect(stats()).toMatchObject({ queued: 0, writing: 0 })
  })

  it('does not wait to find out that a message is known, once messages repeat [GW-1]', async () => {
    const [one] = await gateways(1)
    const knex = connect(db.url, { max: 2, queryTimeoutMs: 2_000 })
    try {
      const { store } = storer({ knex })
      const sent = body(3)
      expect(stored(await store(one, sent))).toBe(3)
      const release = await hold([one])
      const next = body(1)
      expect(await store(one, next)).toMatchObject({ ok: false, status: 503 })
      expect(await store(one, sent)).toMatchObject({ ok: true, reply: { stored: 0, duplicate: 3 } })
      await release()
      expect(stored(await store(one, next))).toBe(1)
    } finally {
      await knex.destroy()
    }
  })

  it('writes what is queued when it ends, and no longer pauses [GW-1]', async () => {
    const [one, two] = (await gateways(2)) as [TestGateway, TestGateway]
    // Time stands still: a writer that pauses would pause for ever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, stop, stats } = storer({ limits: { writers: 2, batchMessages: 100 }, share: () => 0.1 })
    expect(stored(await store(one, body(100)))).toBe(100)
    await until(() => expect(stats().writing).toBe(0))
    const waiting = [store(two, body(100)), store(one, body(50))]
    await until(() => expect(stats()).toMatchObject({ queued: 150, writing: 0 }))
    await stop()
    expect((await Promise.all(waiting)).map(stored)).toEqual([100, 50])
    expect(stats()).toEqual({ queued: 0, writing: 0, batches: 3 })
    expect(await store(one, body(1))).toMatchObject({ ok: false, status: 503, reason: 'queue' })
    await stop()
  })

  it('pauses in proportion to its share, which lets people through [GW-1]', async () => {
    const [one] = await gateways(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let share = 0.1
    const { store, stats } = storer({ limits: { writers: 1, batchMessages: 30 }, share: () => share })
    expect(stored(await store(one, body(30)))).toBe(30)
    await until(() => expect(stats().writing).toBe(0))
    const next = store(one, body(30))
    await until(() => expect(stats()).toMatchObject({ queued: 30, writing: 0, batches: 1 }))
    share = 1
    // As long as a rest may be at most.
    vi.advanceTimersByTime(500)
    expect(stored(await next)).toBe(30)
  })
})
