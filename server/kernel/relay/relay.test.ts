import pg from 'pg'
import pino, { type Logger } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Change } from '../../../contract/changes.ts'
import { fact } from '../../../contract/facts.ts'
import {
  type Cursor,
  formatCursor,
  isLost,
  parseCursor,
  position,
  prune,
  publish,
  readAfter,
  replayAfter,
} from '../../../db/outbox.ts'
import { many } from '../../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { saying } from '../../../db/testing/outbox.ts'
import { seededRandom } from '../../../telemetry/simulator/random.ts'
import { hear } from './call-fact-handlers.ts'
import { createRelay, type Relay } from './relay.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Tried {
  relay: Relay
  /** The ids that were pushed, and all pushes in their order. */
  pushed: () => number[]
  pushes: () => number[]
  /** The cursor of the last push. */
  cursor: () => Cursor
  /** Numbers of the facts that it handled as leader, and of those that it received. */
  handled: number[]
  heard: number[]
}
function relayOf(log: Logger = pino({ level: 'silent' }), pollMs = 500): Tried {
  const ids: number[] = []
  let last = ''
  const [handled, heard]: [number[], number[]] = [[], []]
  const relay = createRelay({
    knex: db.knex,
    log,
    push: ({ changes, cursor }) => {
      ids.push(...changes.map(({ id }) => Number(id)))
      last = cursor
    },
    cursor: () => {},
    facts: hear({ 'maintenance.set': [({ periodId }) => void handled.push(periodId)] }),
    heard: hear({ 'maintenance.set': [({ periodId }) => void heard.push(periodId)] }),
    everyMs: 10,
    pollMs,
  })
  ends.push(() => relay.stop())
  return {
    relay,
    pushed: () => [...new Set(ids)].sort((a, b) => a - b),
    pushes: () => ids,
    cursor: () => parseCursor(last) ?? { xid: '0', id: 0 },
    handled,
    heard,
  }
}
const reads = ({ relay }: Tried) => vi.waitFor(() => expect(relay.alive(1_000)).toBe(true))

async function listening(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end().catch(() => {}))
  return client
}

const done = (periodId: number) => fact('maintenance.set', { periodId })
const write = (id: number) => db.knex.transaction((trx) => publish(trx, [saying(id, ['zone:1'])], done(id)))
/** Backdates everything so far. */
const age = () => db.knex('outbox').update({ at: db.knex.raw(`at - interval '5 minutes'`) })

it('pushes at once, and once, what a running transaction could precede; the leader’s work waits until that ends [LIVE-6]', async () => {
  const one = relayOf(undefined, 60_000)
  await reads(one)
  one.relay.lead(await listening())
  await vi.waitFor(() => expect(one.relay.leading()).toBe(true))
  const running = await db.knex.transaction()
  await running.raw('SELECT pg_current_xact_id()')
  await write(7)
  one.relay.wake()
  await vi.waitFor(() => expect(one.pushed()).toEqual([7]))
  const { rows, held } = await readAfter(db.knex, one.cursor(), 10)
  expect([held, rows, one.heard, one.handled]).toEqual([true, [], [7], []])
  // It keeps checking at the same interval, however often others wake it. The end of a transaction wakes nobody.
  for (let n = 0; n < 20; n += 1) {
    one.relay.wake()
    await readAfter(db.knex, { xid: '0', id: 0 }, 1)
  }
  await running.commit()
  await vi.waitFor(() => expect(one.handled).toEqual([7]))
  expect([one.pushes(), one.heard]).toEqual([[7], [7]])
})

it('a client that leaves and returns at any time, or is new, finally sees the truth, however long transactions run [LIVE-6]', async () => {
  await db.knex.raw('CREATE TABLE things (id integer PRIMARY KEY, n integer NOT NULL, version bigint NOT NULL)')
  type Thing = { id: number; n: number; version: number }
  const screen = new Map<number, { version: number; n: number | null }>()
  const see = (id: number, version: number, n: number | null) => {
    const known = screen.get(id)
    if (!known || known.version < version) screen.set(id, { version, n })
  }
  const seeAll = (changes: readonly Change[]) => {
    for (const change of changes)
      if (change.kind === 'messageCounts') see(Number(change.id), change.version, change.view?.queued ?? null)
  }
  let watching = true
  let cursor = formatCursor(await position(db.knex))
  const relay = createRelay({
    knex: db.knex,
    log: pino({ level: 'silent' }),
    push: (push) => {
      if (!watching) return
      seeAll(push.changes)
      cursor = push.cursor
    },
    cursor: () => {},
    facts: hear({}),
    everyMs: 10,
    pollMs: 20,
  })
  ends.push(() => relay.stop())
  const random = seededRandom(6)
  /** Simulates slow queries. */
  const pause = async (most: number) => {
    for (let left = random() * most; left > 0; left -= 3) await db.knex.raw('SELECT 1')
  }
  let writing = true
  let fresh = 4
  const writer = async () => {
    while (writing) {
      await db.knex.transaction(async (trx) => {
        // Many are published only once, so that nothing later makes up for a missed one.
        const id = random() < 0.5 ? 1 + Math.floor(random() * 4) : (fresh += 1)
        await trx.raw('SELECT pg_current_xact_id()')
        await pause(30)
        const told = await many<Thing>(
          trx,
          random() < 0.2
            ? `DELETE FROM things WHERE id = ? RETURNING id, n, nextval('change_version') AS version`
            : `INSERT INTO things VALUES (?, 1, nextval('change_version'))
               ON CONFLICT (id) DO UPDATE SET n = things.n + 1, version = nextval('change_version') RETURNING *`,
          [id],
        )
        const there = (await trx('things').where({ id })).length > 0
        for (const { n, version } of told) {
          const said = saying(id, ['zone:2'], { version, n })
          await publish(trx, [there ? said : { ...said, view: null }])
        }
        await pause(5)
      })
      relay.wake()
    }
  }
  const working = Promise.all([writer(), writer(), writer(), writer()])
  for (let times = 0; times < 40; times += 1) {
    await pause(60)
    watching = false
    await pause(60)
    // Joins the rooms first, then reads the missed changes or a snapshot, like readWatch.
    const left = parseCursor(cursor) as Cursor
    const anew = times % 2 === 0
    if (anew) screen.clear()
    watching = true
    await db.knex.transaction(
      async (trx) => {
        const missed = anew ? 'anew' : await replayAfter(trx, left, ['zone:2'], 1_000)
        if (missed === 'too-old') throw new Error(missed)
        if (missed !== 'anew') return seeAll(missed.changes)
        cursor = formatCursor(await position(trx))
        for (const { id, n, version } of await many<Thing>(trx, 'SELECT * FROM things')) see(id, version, n)
      },
      { isolationLevel: 'repeatable read' },
    )
  }
  writing = false
  await working
  const there = await db.knex('things').orderBy('id').select('id', 'n')
  const seen = () => [...screen].flatMap(([id, { n }]) => (n === null ? [] : [{ id, n }]))
  await vi.waitFor(() => expect(seen().sort((a, b) => a.id - b.id)).toEqual(there))
})

it('limits how much it pushes ahead; the rest is pushed in turn', async () => {
  const one = relayOf()
  await reads(one)
  const running = await db.knex.transaction()
  await running.raw('SELECT pg_current_xact_id()')
  await db.knex.raw(
    `INSERT INTO outbox (fact, changes) SELECT NULL, jsonb_build_array(jsonb_build_object('kind', 'messageCounts', 'id', n, 'version', n, 'view', '{}'::jsonb, 'rooms', '["zone:1"]'::jsonb))
     FROM generate_series(1, 2600) AS n`,
  )
  one.relay.wake()
  await vi.waitFor(() => expect(one.pushed().length).toBeGreaterThanOrEqual(2_000))
  expect(one.pushed().length).toBeLessThan(2_600)
  await running.commit()
  await vi.waitFor(() => expect(one.pushed().length).toBe(2_600))
  expect(one.pushes().length, 'each once').toBe(2_600)
})

it('every process pushes to its own sockets, whoever leads and whatever happens to its listening connection [LIVE-6] [OPS-3]', async () => {
  const [one, two] = [relayOf(), relayOf()]
  await Promise.all([reads(one), reads(two)])
  const first = await listening()
  one.relay.lead(first)
  await write(1)
  await vi.waitFor(() => expect([one.pushed(), two.pushed()]).toEqual([[1], [1]]))
  await first.end()
  await write(2)
  await vi.waitFor(() =>
    expect([one.pushed(), two.pushed()]).toEqual([
      [1, 2],
      [1, 2],
    ]),
  )
  expect([one.heard, two.heard]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

it('one leads, and the next one continues from its position, however long nobody led [OPS-3]', async () => {
  const [one, two] = [relayOf(), relayOf()]
  await Promise.all([reads(one), reads(two)])
  const first = await listening()
  one.relay.lead(first)
  await vi.waitFor(() => expect(one.relay.leading()).toBe(true))
  two.relay.lead(await listening())
  await write(31)
  await vi.waitFor(() => expect(one.handled).toContain(31))
  await vi.waitFor(() => expect(two.heard).toContain(31))
  expect([two.handled, two.relay.leading()]).toEqual([[], false])
  // It stops in order and records its position; what is written then reaches no process at first.
  await one.relay.stop()
  await first.end()
  const alone = relayOf()
  await write(32)
  await age()
  await vi.waitFor(() => expect(two.relay.leading()).toBe(true))
  await vi.waitFor(() => expect(two.handled).toContain(32))
  expect(alone.handled).toEqual([])
})

it('a new leader receives what a long transaction commits after the election', async () => {
  await db.knex('outbox').delete()
  const slow = await db.knex.transaction()
  await publish(slow, [], done(11))
  await write(12)
  const next = relayOf()
  await reads(next)
  await slow('outbox').update({ at: slow.raw(`at - interval '5 minutes'`) })
  next.relay.lead(await listening())
  await vi.waitFor(() => expect(next.relay.leading()).toBe(true))
  await slow.commit()
  await vi.waitFor(() => expect([...new Set(next.handled)]).toEqual([11, 12]))
})

it('reports the delay of screens, also while a long transaction holds everything back', async () => {
  await db.knex('outbox').delete()
  const told: number[] = []
  const relay = createRelay({
    knex: db.knex,
    log: pino({ level: 'silent' }),
    push: () => {},
    cursor: () => {},
    facts: hear({}),
    onLag: (seconds) => void told.push(seconds),
  })
  ends.push(() => relay.stop())
  await vi.waitFor(() => expect(relay.alive(1_000)).toBe(true))
  const slow = await db.knex.transaction()
  await publish(slow, [], done(51))
  await write(52)
  await age()
  await vi.waitFor(() => expect(told.at(-1)).toBeGreaterThan(290))
  await slow.commit()
  await vi.waitFor(() => expect(told.at(-1)).toBe(0))
})

it('does not try to lead on a connection that has ended', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const holder = await listening()
  relayOf().relay.lead(holder)
  await vi.waitFor(async () => {
    const { rows } = await holder.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    )
    expect(rows[0]?.n).toBe(1)
  })
  const { relay } = relayOf(log)
  const second = await listening()
  relay.lead(second)
  await second.query('select 1')
  await second.end()
  const third = await listening()
  relay.lead(third)
  await holder.end()
  await vi.waitFor(() => expect(relay.leading()).toBe(true))
  expect(lines.filter((line) => line.includes('could not take the lead'))).toEqual([])
})

describe('after losing the database', () => {
  it('notices that unread rows were pruned meanwhile, or that the database is another one', async () => {
    await write(41)
    const behind = await position(db.knex)
    expect(await isLost(db.knex, behind)).toBe(false)
    for (const id of [42, 43]) await write(id)
    await age()
    expect(await prune(db.knex, new Date(Date.now() - 60_000))).toBeGreaterThan(0)
    expect(await isLost(db.knex, behind)).toBe(true)
    expect(await isLost(db.knex, await position(db.knex))).toBe(false)
    expect(await isLost(db.knex, { xid: '9000000000', id: 0 })).toBe(true)
  })
})
