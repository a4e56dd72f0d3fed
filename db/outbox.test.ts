import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { RoomChange } from '../contract/changes.ts'
import { connect } from './connect.ts'
import {
  type Cursor,
  formatCursor,
  type OutboxRow,
  oldestAfter,
  parseCursor,
  position,
  prune,
  publish,
  readAfter,
  readFacts,
  replayAfter,
} from './outbox.ts'
import { many, one } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { saying as change, saidFact, wordOf } from './testing/outbox.ts'

let database: TestDatabase
let origin: Cursor
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
})
afterAll(() => database.close())
beforeEach(async () => {
  // A transaction of another role would hold the position back: rows of earlier tests would then lie after it.
  await database.knex('outbox').delete()
  // And rows pruned by earlier tests would be newer than it.
  await database.knex('outbox_floor').update({ xid: '0' })
  origin = await database.knex.transaction((trx) => position(trx))
})

const write = (word: string) => database.knex.transaction((trx) => publish(trx, [], saidFact(word)))
const facts = async (after: Cursor) => (await readAfter(database.knex, after, 1_000)).rows.map(wordOf)
/** Rows may be held back again at any moment: the server's own work, such as autovacuum, runs transactions now and then. */
const eventually = (holds: () => Promise<void>) => vi.waitFor(holds)
const words = `SELECT payload ->> 'lastMessageAt' AS word FROM outbox`

it('holds later rows back until an earlier transaction commits, then returns all in one order', async () => {
  const { knex } = database
  const late = await knex.transaction()
  await publish(late, [], saidFact('late'))
  await write('early')
  const naive = await many(knex, words)
  expect(naive, 'committed and visible to a naive reader').toEqual([{ word: 'early' }])
  expect(await facts(origin), 'but not passed on: a cursor behind it would skip the late one').toEqual([])
  await late.commit()
  await vi.waitFor(async () => expect(await facts(origin)).toEqual(['late', 'early']))
})

it('reads committed rows ahead, once, and later in their turn without the changes already read', async () => {
  const { knex } = database
  const running = await knex.transaction()
  await publish(running, [], saidFact('late'))
  await knex.transaction((trx) => publish(trx, [change(1, ['zone:11'])], saidFact('ahead')))
  const seen = new Set<number>()
  const { rows: none, ahead, held } = await readAfter(knex, origin, 10, seen)
  expect([none, held]).toEqual([[], true])
  expect(ahead.map(wordOf)).toEqual(['ahead'])
  expect(ahead).toMatchObject([{ changes: [change(1, ['zone:11'])] }])
  for (const { cursor } of ahead) seen.add(cursor.id)
  await knex.transaction((trx) => publish(trx, [], saidFact('next')))
  expect((await readAfter(knex, origin, 10, seen)).ahead.map(wordOf)).toEqual(['next'])
  expect((await readAfter(knex, origin, 10)).ahead, 'only who asks for it').toEqual([])
  await running.commit()
  await vi.waitFor(async () => {
    const { rows: inTurn } = await readAfter(knex, origin, 10, seen)
    expect(inTurn.map((row) => [wordOf(row), row.changes.length])).toEqual([
      ['late', 0],
      ['ahead', 0],
      ['next', 0],
    ])
  })
})

it('replays what may have been pushed before a client joined, even though the new cursor is before it', async () => {
  const { knex } = database
  const running = await knex.transaction()
  await running.raw('SELECT pg_current_xact_id()')
  await knex.transaction((trx) => publish(trx, [change(1, ['zone:11'])]))
  const replay = (from: Cursor) => knex.transaction((trx) => replayAfter(trx, from, ['zone:11'], 10))
  const first = await replay(origin)
  expect(first).toMatchObject({ changes: [change(1, ['zone:11'])] })
  if (first === 'too-old') throw new Error(first)
  await publish(running, [change(2, ['zone:11'])])
  await running.commit()
  await vi.waitFor(async () => expect(await replay(first.cursor)).toMatchObject({ changes: [{ id: 2 }, { id: 1 }] }))
})

it('is not held back by transactions of other databases on the server', async () => {
  const other = await createTestDatabase()
  const running = await other.knex.transaction()
  await publish(running, [], saidFact('elsewhere'))
  const at = await database.knex.transaction((trx) => position(trx))
  await write('here')
  await vi.waitFor(async () => expect(await facts(at)).toEqual(['here']))
  await running.rollback()
  await other.close()
})

it('skips what was rolled back', async () => {
  const { knex } = database
  const gone = await knex.transaction()
  await publish(gone, [], saidFact('gone'))
  await write('kept')
  await gone.rollback()
  await vi.waitFor(async () => expect(await facts(origin)).toEqual(['kept']))
})

it('loses and duplicates nothing while many transactions commit in any order', async () => {
  const { knex } = database
  const total = 240
  let next = 0
  const writer = async () => {
    while (next < total) {
      const n = next++
      await knex.transaction(async (trx) => {
        await publish(trx, [], saidFact(`n${n}`))
        // Some go on for longer than those that began after them.
        for (let turn = 0; turn < n % 3; turn += 1) await trx.raw('SELECT 1')
        await publish(trx, [], saidFact(`n${n}b`))
      })
    }
  }
  const seen: OutboxRow[] = []
  let cursor = origin
  const read = async () => {
    const { rows } = await readAfter(knex, cursor, 17)
    seen.push(...rows)
    cursor = rows.at(-1)?.cursor ?? cursor
  }
  let writing = true
  const tail = async () => {
    while (writing) await read()
  }
  const tailing = tail()
  await Promise.all(Array.from({ length: 8 }, writer))
  writing = false
  await tailing
  await vi.waitFor(async () => {
    await read()
    expect(seen.length).toBe(2 * total)
  })
  expect(new Set(seen.map(wordOf)).size).toBe(2 * total)
  const sorted = [...seen].sort(
    (a, b) => Number(BigInt(a.cursor.xid) - BigInt(b.cursor.xid)) || a.cursor.id - b.cursor.id,
  )
  expect(seen).toEqual(sorted)
})

it('compares transaction ids as numbers, not as text', async () => {
  const { knex } = database
  await knex('outbox').insert(['9', '10', '100', '99', '11'].map((xid) => ({ xid, fact: xid })))
  const { rows: read } = await readAfter(knex, { xid: '0', id: 0 }, 5)
  expect(read.map(({ fact }) => fact)).toEqual(['9', '10', '11', '99', '100'])
  await knex('outbox').whereIn('fact', ['9', '10', '100', '99', '11']).delete()
})

it('returns a position that no running transaction can commit behind', async () => {
  const { knex } = database
  const late = await knex.transaction()
  await publish(late, [change(1, ['zone:11'])])
  const at = await knex.transaction((trx) => position(trx))
  await late.commit()
  await vi.waitFor(async () => {
    expect(await knex.transaction((trx) => replayAfter(trx, at, ['zone:11'], 10))).toMatchObject({
      changes: [change(1, ['zone:11'])],
    })
  })
})

it('replays only changes of the rooms, in order, and returns the new cursor', async () => {
  const { knex } = database
  await knex.transaction((trx) => publish(trx, [change(1, ['zone:1', 'all']), change(2, ['zone:2', 'all'])]))
  await knex.transaction((trx) => publish(trx, [], saidFact('no change')))
  await knex.transaction((trx) => publish(trx, [change(3, ['zone:1', 'zone:13'])]))
  const replay = (rooms: string[], from = origin) => knex.transaction((trx) => replayAfter(trx, from, rooms, 10))
  const ids = (answer: Awaited<ReturnType<typeof replay>>) =>
    answer === 'too-old' ? answer : answer.changes.map(({ id }) => id)
  await eventually(async () => expect(ids(await replay(['zone:1']))).toEqual([1, 3]))
  await eventually(async () => expect(ids(await replay(['all']))).toEqual([1, 2]))
  await eventually(async () => expect(ids(await replay(['zone:13', 'zone:2']))).toEqual([2, 3]))
  expect(ids(await replay(['zone:9']))).toEqual([])
  expect(ids(await replay([]))).toEqual([])
  await eventually(async () => {
    const all = await replay(['zone:1'])
    if (all === 'too-old') throw new Error(all)
    expect(ids(all)).toEqual([1, 3])
    expect(ids(await replay(['zone:1'], all.cursor)), 'nothing twice').toEqual([])
  })
})

it('returns too-old beyond the limit, after too many foreign rows, and after pruning', async () => {
  const { knex } = database
  const replay = (limit: number) => knex.transaction((trx) => replayAfter(trx, origin, ['zone:11'], limit))
  for (const id of [1, 2, 3]) await knex.transaction((trx) => publish(trx, [change(id, ['zone:11'])]))
  expect(await replay(3)).toMatchObject({ changes: { length: 3 } })
  expect(await replay(2)).toBe('too-old')
  await knex.transaction(async (trx) => {
    for (let n = 0; n < 60; n += 1) await publish(trx, [change(n, ['zone:12'])])
  })
  await vi.waitFor(async () => expect(await replay(3)).toBe('too-old'))
  expect(await replay(10)).not.toBe('too-old')
  let pruned = 0
  await eventually(async () => expect((pruned += await prune(knex, new Date(Date.now() + 60_000)))).toBe(3))
  expect(await replay(10)).toBe('too-old')
  const left = await one(knex, 'SELECT count(DISTINCT xid) AS transactions FROM outbox')
  expect(left, 'the newest stays').toEqual({ transactions: 1 })
})

it('prunes a backlog in steps, the oldest first', async () => {
  const { knex } = database
  for (let place = 0; place < 7; place += 1) await write(`old ${place}`)
  await write('newest')
  expect(await prune(knex, new Date(Date.now() + 60_000), 3)).toBeGreaterThanOrEqual(7)
  expect(await many(knex, words)).toEqual([{ word: 'newest' }])
  const { low } = await one<{ low: boolean }>(
    knex,
    'SELECT floor.xid < (SELECT min(xid) FROM outbox) AS low FROM outbox_floor AS floor',
  )
  expect(low).toBe(true)
})

it('recognises a cursor from another database, and requires a snapshot', async () => {
  const { knex } = database
  const ask = (cursor: Cursor) => knex.transaction((trx) => replayAfter(trx, cursor, ['zone:1'], 10))
  expect(await ask(origin)).not.toBe('too-old')
  expect(await ask({ xid: '9223372036854775807', id: 0 })).toBe('too-old')
})

it('scans nothing that it does not return, however much is stored', async () => {
  await database.knex.raw(`INSERT INTO outbox (changes) SELECT '[]' FROM generate_series(1, 5000)`)
  const last = await one<Cursor>(database.knex, 'SELECT xid::text AS xid, id FROM outbox ORDER BY id DESC LIMIT 1')
  await write('new')
  const single = connect(database.url, { max: 1 })
  const goneThrough = async (): Promise<number> => {
    await single.raw('SELECT pg_stat_force_next_flush()')
    const { n } = await one<{ n: number }>(
      single,
      `SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_user_tables WHERE relname = 'outbox'`,
    )
    return n
  }
  const asked: [string, () => Promise<unknown>][] = [
    ['read', () => readAfter(single, last, 10)],
    ['read ahead', () => readAfter(single, last, 10, new Set())],
    ['oldest', () => oldestAfter(single, last)],
    ['facts', () => readFacts(single, last, { ...last, id: last.id + 1 }, 10)],
    ['replay', () => replayAfter(single, last, ['room'], 10)],
  ]
  try {
    for (const [name, ask] of asked) {
      const before = await goneThrough()
      await ask()
      expect((await goneThrough()) - before, name).toBeLessThan(20)
    }
  } finally {
    await single.destroy()
  }
})

it('prunes nothing recent', async () => {
  await write('young')
  const before = await database.knex('outbox').count('* as n')
  expect(await prune(database.knex, new Date(Date.now() - 3_600_000))).toBe(0)
  expect(await database.knex('outbox').count('* as n')).toEqual(before)
})

it('wakes listeners when, and only when, the transaction commits', async () => {
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  let woken = 0
  listener.on('notification', ({ channel }) => {
    if (channel === 'outbox') woken += 1
  })
  await listener.query('LISTEN outbox')
  const gone = await database.knex.transaction()
  await publish(gone, [], saidFact('gone'))
  await gone.rollback()
  await write('kept')
  await vi.waitFor(() => expect(woken).toBe(1))
  await listener.end()
})

it('parses its own cursors and refuses others', () => {
  const cursor = { xid: '1234567890123', id: 42 }
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
  for (const text of ['', '1', '1.', '.1', '1.2.3', '-1.2', '1.x', ' 1.2', '99999999999999999999.1'])
    expect(parseCursor(text)).toBeNull()
})

it('throws if a change or fact does not match its declaration', async () => {
  const wrong = { ...change(1, ['zone:1']), view: { queued: 'many', failed: 0, movedAt: '' } }
  const publishing = (what: unknown) => database.knex.transaction((trx) => publish(trx, [what as RoomChange]))
  await expect(publishing(wrong)).rejects.toThrow('queued')
  expect(await many(database.knex, words)).toEqual([])
})

it('writes many changes in rows of at most 200, the fact with the first', async () => {
  const changes = Array.from({ length: 450 }, (_, id) => change(id, ['zone:1']))
  await database.knex.transaction((trx) => publish(trx, changes, saidFact('many')))
  await eventually(async () => {
    const { rows } = await readAfter(database.knex, origin, 10)
    expect(rows.map((row) => [wordOf(row), row.changes.length])).toEqual([
      ['many', 200],
      [null, 200],
      [null, 50],
    ])
  })
})
