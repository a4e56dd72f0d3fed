import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { seededRandom } from '../simulator/random.ts'
import { createIngest } from './ingest.ts'
import type { IngestAnswer } from './ingest-answer.ts'
import { createStorer } from './ingest-storer.ts'
import { makeGateways, silentLog, type TestGateway } from './testing/gateways.ts'

let db: TestDatabase
let pool: Knex
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  pool = connect(db.url, { max: 12 })
})
afterAll(async () => {
  await pool?.destroy()
  await db?.close()
})

const startMs = Date.now() - 3_600_000
const iso = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString()
const reading = (id: string, device: string, rest: object = {}) => ({
  id,
  at: iso(0),
  device,
  kind: 'reading',
  temperature: 20,
  ...rest,
})
const storedIn = (answer: IngestAnswer) => (answer.ok ? answer.reply.stored : -1)
const oneGateway = async (options?: Parameters<typeof makeGateways>[1]): Promise<TestGateway> => {
  const [gateway] = await makeGateways(db.knex, options)
  if (!gateway) throw new Error('no gateway')
  return gateway
}
const readingsOf = async (gateway: TestGateway) => {
  const [row] = await db
    .knex('readings')
    .whereIn(
      'device_id',
      gateway.devices.map(({ id }) => id),
    )
    .count<{ count: number }[]>('* as count')
  return row?.count
}

/** All rows written for a gateway's devices, without the times of receipt and columns that differ by design. */
async function trace(gateway: TestGateway) {
  const ids = gateway.devices.map(({ id }) => id)
  const all = (table: string, order: string) =>
    many<{ row: object }>(
      db.knex,
      `SELECT (to_jsonb(t) || jsonb_build_object('device_id', device_id - ?, 'last_message_at', to_jsonb(t) ->> 'last_message_at' IS NOT NULL))
         - '{version,pushed_at,push_due,received_at}'::text[] AS row
       FROM ${table} t WHERE device_id = ANY (?) ORDER BY ${order}`,
      [ids[0] ?? 0, ids],
    )
  return {
    states: await all('device_states', 'device_id'),
    reports: await all('device_reports', 'device_id, at, status, door_state'),
    readings: await all('readings', 'device_id, at, temperature, rssi, dirty'),
  }
}

describe('messages in any order and batches, with repeats', () => {
  const second = fc.integer({ min: 0, max: 8 })
  const device = fc.constantFrom('D-1', 'D-2')
  const message = fc.oneof(
    fc.record({
      at: second.map(iso),
      device,
      kind: fc.constant('status'),
      status: fc.constantFrom('free', 'occupied', 'blocked', 'error'),
      door: fc.constantFrom('open', 'closed', undefined),
    }),
    fc.record({
      at: second.map(iso),
      device,
      kind: fc.constant('reading'),
      temperature: fc.constantFrom(1, 2.5, 3.3),
      rssi: fc.constantFrom(-80, -90),
      dirty: fc.constantFrom(true, false, undefined),
    }),
  )
  const load = fc.array(message, { minLength: 1, maxLength: 14 }).chain((messages) => {
    const numbered = messages.map((each, index) => ({ ...each, id: `m${index}` }))
    const doubled = [...numbered, ...numbered]
    return fc.tuple(
      fc.constant(numbered),
      fc.shuffledSubarray(doubled, { minLength: doubled.length, maxLength: doubled.length }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 28, maxLength: 28 }),
    )
  })

  it('leave the same rows and state as all of them at once [GW-1]', async () => {
    const ingest = createIngest(createStorer({ knex: pool, log: silentLog }))
    const said = (at: number, id: string, door: 'open' | 'closed') => {
      return { at: iso(at), id, device: 'D-2', kind: 'status' as const, status: 'blocked' as const, door }
    }
    const [before, closed, open] = [said(1, 'm0', 'open'), said(6, 'm1', 'closed'), said(6, 'm2', 'open')]
    await fc.assert(
      fc.asyncProperty(load, async ([messages, shuffled, sizes]) => {
        const [whole, parts] = await makeGateways(db.knex, { gateways: 2, devices: 2 })
        if (!whole || !parts) throw new Error('no gateways')
        expect(storedIn(await ingest.accept(whole, { messages }))).toBe(messages.length)
        let stored = 0
        for (let rest = shuffled, index = 0; rest.length > 0; index += 1) {
          const answer = await ingest.accept(parts, { messages: rest.slice(0, sizes[index]) })
          stored += storedIn(answer)
          rest = rest.slice(sizes[index])
        }
        expect(stored).toBe(messages.length)
        expect(await trace(parts)).toEqual(await trace(whole))
      }),
      { numRuns: 40, examples: [[[[before, closed, open], [before, open, closed], Array(28).fill(1)]]] },
    )
    await ingest.stop()
  })
})

describe('faults', () => {
  it('writes overlapping batches of many processes at once without a deadlock, each message once', async () => {
    const random = seededRandom(6)
    const gateways = await makeGateways(db.knex, { gateways: 6, devices: 12 })
    const processes = Array.from({ length: 3 }, () =>
      createIngest(createStorer({ knex: pool, log: silentLog, limits: { collectMs: 0, batchMessages: 60 } })),
    )
    const bodies = gateways.flatMap((gateway) =>
      Array.from({ length: 6 }, (_, part) => ({
        gateway,
        messages: Array.from({ length: 30 }, (__, index) => {
          const n = part * 20 + index
          return n % 3
            ? reading(`m${n}`, `D-${1 + (n % 12)}`)
            : {
                id: `m${n}`,
                at: iso(n % 7),
                device: `D-${12 - (n % 12)}`,
                kind: 'status',
                status: n % 2 ? 'error' : 'free',
              }
        }).sort(() => random() - 0.5),
      })),
    )
    const answers = await Promise.all(
      bodies.flatMap(({ gateway, messages }) => processes.map((ingest) => ingest.accept(gateway, { messages }))),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(answers.reduce((sum, answer) => sum + storedIn(answer), 0)).toBe(gateways.length * 130)
    expect(await one(db.knex, 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).toEqual({
      deadlocks: 0,
    })
    await Promise.all(processes.map((ingest) => ingest.stop()))
  })

  it('refuses the one message that the database rejects, and stores its neighbours', async () => {
    await db.knex.raw(`ALTER TABLE gateway_events ADD CONSTRAINT no_poison CHECK (value <> 'poison')`)
    const gateways = await makeGateways(db.knex, { gateways: 3 })
    const ingest = createIngest(createStorer({ knex: pool, log: silentLog }))
    const answers = await Promise.all(
      gateways.map((gateway, index) =>
        ingest.accept(gateway, {
          messages: Array.from({ length: 9 }, (_, n) => ({
            id: `e${n}`,
            at: iso(n),
            device: 'D-1',
            kind: 'event',
            event: 'button',
            value: index === 1 && n === 4 ? 'poison' : 'fine',
          })),
        }),
      ),
    )
    expect(
      answers.map(
        (answer) => answer.ok && [answer.reply.stored, answer.reply.refused.map(({ id, code }) => `${id} ${code}`)],
      ),
    ).toEqual([
      [9, []],
      [8, ['e4 bad-value']],
      [9, []],
    ])
    await db.knex.raw('ALTER TABLE gateway_events DROP CONSTRAINT no_poison')
    await ingest.stop()
  })

  it('creates a missing partition instead of refusing', async () => {
    const gateway = await oneGateway()
    await db.knex.raw(`DO $$ DECLARE part regclass; BEGIN
      FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'readings'::regclass LOOP EXECUTE 'DROP TABLE ' || part; END LOOP; END $$`)
    const ingest = createIngest(createStorer({ knex: pool, log: silentLog }))
    expect(storedIn(await ingest.accept(gateway, { messages: [reading('a', 'D-1')] }))).toBe(1)
    await ingest.stop()
  })

  it('replies 503 when its queue is full, and stores what it has accepted', async () => {
    const gateways = await makeGateways(db.knex, { gateways: 8, devices: 1 })
    const ingest = createIngest(
      createStorer({
        knex: pool,
        log: silentLog,
        limits: { queuedMessages: 100, batchMessages: 50, writers: 1 },
      }),
    )
    const answers = await Promise.all(
      gateways.map((gateway) =>
        ingest.accept(gateway, { messages: Array.from({ length: 40 }, (_, n) => reading(`m${n}`, 'D-1')) }),
      ),
    )
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((answer) => !answer.ok && answer.status === 503 && (answer.retryAfterSeconds ?? 0) > 0)).toBe(
      true,
    )
    for (const [index, gateway] of gateways.entries())
      expect(await readingsOf(gateway)).toBe(answers[index]?.ok ? 40 : 0)
    await ingest.stop()
  })

  it('replies only after the commit: what is acknowledged survives a lost connection [GW-1]', async () => {
    const gateways = await makeGateways(db.knex, { gateways: 4, devices: 4 })
    const other = connect(db.url, { max: 6, name: 'victim' })
    const ingest = createIngest(createStorer({ knex: other, log: silentLog, limits: { collectMs: 0 } }))
    const acknowledged = new Map<TestGateway, number>()
    let killing = true
    let killed = 0
    const killer = (async () => {
      while (killing && killed < 25) {
        const terminated = await many(
          db.knex,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim' AND xact_start IS NOT NULL LIMIT 1`,
        )
        killed += terminated.length
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.all(
      gateways.map(async (gateway) => {
        for (let batch = 0; batch < 25 || killed < 25; ) {
          const messages = Array.from({ length: 20 }, (_, n) => reading(`b${batch}-${n}`, `D-${1 + (n % 4)}`))
          const answer = await ingest.accept(gateway, { messages })
          if (!answer.ok) {
            expect(answer.status).toBe(503)
            continue
          }
          expect(answer.reply.stored + answer.reply.duplicate).toBe(20)
          acknowledged.set(gateway, (acknowledged.get(gateway) ?? 0) + 20)
          batch += 1
        }
      }),
    )
    killing = false
    await killer
    for (const gateway of gateways) expect(await readingsOf(gateway)).toBe(acknowledged.get(gateway))
    await ingest.stop()
    await other.destroy()
  })

  it('writes what it has accepted before it stops, and accepts nothing afterwards', async () => {
    const gateway = await oneGateway()
    const ingest = createIngest(createStorer({ knex: pool, log: silentLog, limits: { collectMs: 50 } }))
    await ingest.accept(gateway, { messages: [] })
    const taken = ingest.accept(gateway, { messages: [reading('a', 'D-1')] })
    await new Promise((resolve) => setImmediate(resolve))
    await ingest.stop()
    expect(storedIn(await taken)).toBe(1)
    expect(await ingest.accept(gateway, { messages: [reading('b', 'D-1')] })).toMatchObject({ ok: false, status: 503 })
  })

  it('accepts messages of a gateway with a wrong clock only as far as they can be true', async () => {
    const gateway = await oneGateway()
    const ingest = createIngest(createStorer({ knex: pool, log: silentLog }))
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const answer = await ingest.accept(gateway, {
      messages: [
        reading('ahead', 'D-1', { at: at(1) }),
        reading('behind', 'D-1', { at: at(-2) }),
        reading('far', 'D-1', { at: at(-400) }),
        reading('epoch', 'D-1', { at: '1970-01-01T00:00:01Z' }),
      ],
    })
    expect(answer.ok && answer.reply).toMatchObject({
      stored: 1,
      refused: [{ code: 'in-the-future' }, { code: 'too-old' }, { code: 'too-old' }],
    })
    await ingest.stop()
  })
})
