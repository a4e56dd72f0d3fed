import pg from 'pg'
import pino, { type Logger } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { emit } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
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

function relayOf(log: Logger = pino({ level: 'silent' })): { relay: Relay; pushed: () => number[] } {
  const ids: number[] = []
  const relay = createRelay({
    knex: db.knex,
    log,
    push: ({ changes }) => ids.push(...changes.map(({ id }) => Number(id))),
    cursor: () => {},
    facts: new Map(),
    everyMs: 10,
  })
  ends.push(() => relay.stop())
  return { relay, pushed: () => [...new Set(ids)].sort((a, b) => a - b) }
}

async function listening(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end().catch(() => {}))
  return client
}

const write = (id: number) =>
  db.knex.transaction((trx) =>
    emit(trx, { changes: [{ kind: 'thing', id, version: id, view: {}, rooms: ['zone:1'] }] }),
  )
/** As if everything so far had been written long ago. */
const age = () => db.knex('outbox').update({ at: db.knex.raw(`at - interval '5 minutes'`) })

it('goes on where it stopped when its connection was gone for long: the sockets stayed open [LIVE-6]', async () => {
  const { relay, pushed } = relayOf()
  const first = await listening()
  relay.lead(first)
  await write(1)
  await vi.waitFor(() => expect(pushed()).toEqual([1]), 5_000)
  await first.end()
  await write(2)
  await age()
  relay.lead(await listening())
  await write(3)
  await vi.waitFor(() => expect(pushed()).toEqual([1, 2, 3]), 5_000)
})

it('a new leader passes on what a long transaction commits after it began to lead', async () => {
  await db.knex('outbox').delete()
  const slow = await db.knex.transaction()
  await emit(slow, { changes: [{ kind: 'thing', id: 11, version: 1, view: {}, rooms: ['zone:1'] }] })
  await write(12)
  const { relay, pushed } = relayOf()
  await slow('outbox').update({ at: slow.raw(`at - interval '5 minutes'`) })
  relay.lead(await listening())
  await vi.waitFor(() => expect(relay.alive(1_000)).toBe(true), 5_000)
  await slow.commit()
  await vi.waitFor(() => expect(pushed()).toEqual([11, 12]), 5_000)
})

it('does not ask for the lead on a connection that has ended', async () => {
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
  await vi.waitFor(() => expect(relay.alive(1_000)).toBe(true), 5_000)
  await write(21)
  await vi.waitFor(() => expect(relay.alive(600)).toBe(true), 5_000)
  expect(lines.filter((line) => line.includes('could not take the lead'))).toEqual([])
})
