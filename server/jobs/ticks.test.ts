import fc from 'fast-check'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import { statementBegan } from '../../db/tell-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { startTicks, untilBeat } from './ticks.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** Locks of ticks that anybody holds in this database. */
const held = () =>
  db
    .knex('pg_locks')
    .where({ locktype: 'advisory', classid: 727_002 })
    .whereRaw('database = (select oid from pg_database where datname = current_database())')

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

it('those that are due at once ask for their locks by one statement, and give them back by one', async () => {
  const locks = connect(db.url, { max: 1 })
  let statements = 0
  locks.on(statementBegan, () => {
    statements += 1
  })
  const rounds = new Map<string, number>()
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const ticks = startTicks(
    names.map((name, place) => ({
      name,
      everyMs: 200,
      lock: 60 + place,
      run: async () => void rounds.set(name, (rounds.get(name) ?? 0) + 1),
    })),
    { locks, log: pino({ level: 'silent' }), metrics: createMetrics() },
  )
  const runs = () => [...rounds.values()].reduce((sum, each) => sum + each, 0)
  await vi.waitFor(() => expect(runs()).toBeGreaterThanOrEqual(5 * names.length), 10_000)
  await ticks.stop()
  // One by one it would be two for each run: one of eight comes rarely too late for the others.
  expect(statements).toBeLessThan(runs())
  expect(statements).toBeGreaterThanOrEqual(10)
  await locks.destroy()
})

it('one that goes on and on keeps no lock but its own: the others go on, here and elsewhere', async () => {
  const [here, elsewhere] = [1, 2].map(() => connect(db.url, { max: 1 })) as [Knex, Knex]
  let letGo = () => {}
  const long = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const runs = { here: 0, elsewhere: 0, long: 0 }
  const quick = (where: 'here' | 'elsewhere') => ({
    name: 'quick',
    everyMs: 40,
    lock: 71,
    run: async () => void (runs[where] += 1),
  })
  const slow = {
    name: 'slow',
    everyMs: 40,
    lock: 70,
    run: async () => {
      runs.long += 1
      await long
    },
  }
  const options = { log: pino({ level: 'silent' }), metrics: createMetrics() }
  const first = startTicks([slow, quick('here')], { ...options, locks: here })
  await vi.waitFor(() => expect(runs).toMatchObject({ long: 1, here: expect.toSatisfy((n) => n >= 3) }), 10_000)
  const second = startTicks([slow, quick('elsewhere')], { ...options, locks: elsewhere })
  await vi.waitFor(() => expect(runs.elsewhere).toBeGreaterThanOrEqual(3), 10_000)
  expect(runs.long).toBe(1)
  letGo()
  await vi.waitFor(() => expect(runs.long).toBeGreaterThan(1), 10_000)
  await Promise.all([first.stop(), second.stop()])
  expect(await held()).toEqual([])
  await Promise.all([here.destroy(), elsewhere.destroy()])
})

it('without a database none is run, and each is said to have failed', async () => {
  const locks = connect('postgres://127.0.0.1:1/nothing', { max: 1 })
  const metrics = createMetrics()
  let runs = 0
  const ticks = startTicks(
    ['one', 'two'].map((name, place) => ({ name, everyMs: 50, lock: 80 + place, run: async () => void (runs += 1) })),
    { locks, log: pino({ level: 'silent' }), metrics },
  )
  const failed = async () => {
    const { values } = await metrics.ticks.get()
    return ['one', 'two'].map(
      (name) => values.find(({ labels }) => labels.name === name && labels.outcome === 'failed')?.value ?? 0,
    )
  }
  await vi.waitFor(async () => expect(Math.min(...(await failed()))).toBeGreaterThanOrEqual(2), 20_000)
  await ticks.stop()
  expect(runs).toBe(0)
  await locks.destroy()
})

it('go on when the session of their locks is lost', async () => {
  const locks = connect(db.url, { max: 1, name: 'lost locks' })
  let runs = 0
  const ticks = startTicks([{ name: 'one', everyMs: 50, lock: 82, run: async () => void (runs += 1) }], {
    locks,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  const more = async () => {
    const before = runs
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 2), 10_000)
  }
  await more()
  const { rowCount } = await db.knex.raw<{ rowCount: number }>(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost locks'`,
  )
  expect(rowCount).toBe(1)
  await more()
  await ticks.stop()
  await locks.destroy()
})

it('a lock whose giving back failed is given back before it is taken again: no session keeps one for ever', async () => {
  const locks = connect(db.url, { max: 1 })
  let failures = 0
  const failing = new Proxy(locks, {
    get: (target, key: keyof Knex) => {
      if (key !== 'raw') return target[key]
      return (sql: string, bindings: never) => {
        if (!sql.includes('unlock') || failures > 0) return target.raw(sql, bindings)
        failures += 1
        throw new Error('away')
      }
    },
  })
  let runs = 0
  const ticks = startTicks([{ name: 'one', everyMs: 50, lock: 83, run: async () => void (runs += 1) }], {
    locks: failing,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), 10_000)
  await ticks.stop()
  expect(failures).toBe(1)
  expect(await held()).toEqual([])
  await locks.destroy()
})

it('nothing begins any more once they are stopped, also not what waits for its lock', async () => {
  const locks = connect(db.url, { max: 1 })
  let runs = 0
  let asked = () => {}
  const asking = new Promise<void>((resolve) => {
    asked = resolve
  })
  locks.on(statementBegan, () => asked())
  const ticks = startTicks(
    [90, 91, 92].map((lock) => ({ name: `${lock}`, everyMs: 100, lock, run: async () => void (runs += 1) })),
    { locks, log: pino({ level: 'silent' }), metrics: createMetrics() },
  )
  await asking
  await ticks.stop()
  expect(runs).toBe(0)
  expect(await held()).toEqual([])
  await locks.destroy()
})

it('comes due on the beat that is nearest to its time, whenever the one before has ended', () => {
  const moments = fc.record({
    now: fc.double({ min: 0, max: 1e10, noNaN: true }),
    beat: fc.integer({ min: 1, max: 500 }),
    times: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(moments, ({ now, beat, times }) => {
      const ms = untilBeat(now, times * beat, beat)
      expect(ms).toBeGreaterThanOrEqual(1)
      expect(Math.abs(ms - times * beat)).toBeLessThanOrEqual(beat / 2 + 1)
      const after = (now + ms) % beat
      expect(after).toBeLessThan(1.001)
    }),
  )
})
