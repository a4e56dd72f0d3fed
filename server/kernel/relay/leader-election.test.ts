import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { createElection, type Election } from './leader-election.ts'

let db: TestDatabase
const clients: pg.Client[] = []
const elections: Election[] = []
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(elections.splice(0).map((election) => election.stop()))
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))
})
afterAll(() => db?.close())

async function connected(name = 'election'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url, application_name: name })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}
async function candidate(begin = async () => {}, name?: string): Promise<Election> {
  const election = createElection({ lock: 4_711, name: 'test', log: pino({ level: 'silent' }), begin })
  elections.push(election)
  election.follow(await connected(name))
  return election
}
const leads = (election: Election) => vi.waitFor(() => expect(election.leading()).toBe(true))

it('one of several leads, and another takes over when its connection ends, however it does', async () => {
  const first = await candidate(async () => {}, 'lost')
  await leads(first)
  const second = await candidate()
  const third = await candidate()
  expect([second.leading(), third.leading()]).toEqual([false, false])
  await db.knex.raw(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'`)
  const leading = () => [first, second, third].filter((each) => each.leading())
  await vi.waitFor(() => expect(first.leading()).toBe(false))
  await vi.waitFor(() => expect(leading()).toHaveLength(1))
  first.follow(await connected())
  await Promise.all(clients.map((client) => client.query('select 1').catch(() => {})))
  expect(leading()).toHaveLength(1)
})

it('one that stops releases the lead to another, although its connection continues', async () => {
  const first = await candidate()
  await leads(first)
  const second = await candidate()
  await first.stop()
  expect(first.leading()).toBe(false)
  await leads(second)
})

it('one whose start fails releases the lead and tries again', async () => {
  let tries = 0
  const election = await candidate(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
  })
  await vi.waitFor(() => expect(tries).toBe(2))
  await leads(election)
})

it('one whose start fails after its connection was lost leads on the next one', async () => {
  let fail = (_: Error) => {}
  const begun = vi
    .fn(async () => {})
    .mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
  const warn = vi.fn()
  const election = createElection({ lock: 4_711, name: 'test', log: { info: () => {}, warn } as never, begin: begun })
  elections.push(election)
  const lost = await connected()
  election.follow(lost)
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(1))
  await lost.end()
  election.follow(await connected())
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2))
  fail(new Error('away'))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  expect(election.leading()).toBe(true)
})
