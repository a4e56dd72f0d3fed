import { once } from 'node:events'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { connectionOf } from './connection.ts'
import { one } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { pipelined } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('returns int8 and numeric as numbers, times as Date, dates and transaction ids as text', async () => {
  const answer = await one<object>(
    database.knex,
    `SELECT 9007199254740991::int8 AS big, 19.5::numeric AS rate, '2026-11-21T09:00:00Z'::timestamptz AS at,
       '2026-03-29'::date AS day, pg_current_xact_id() AS xid, ARRAY['a', 'b'] AS list`,
  )
  const day = new Date('2026-11-21T09:00:00Z')
  expect(answer).toEqual({
    big: 9007199254740991,
    rate: 19.5,
    at: day,
    day: '2026-03-29',
    xid: expect.any(String) as string,
    list: ['a', 'b'],
  })
})

it('sets every timeout and its name on the server', async () => {
  const answer = await one<object>(
    database.knex,
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('application_name') AS name`,
  )
  expect(answer).toEqual({ statement: '15s', lock: '5s', idle: '10s', name: 'test' })
})

it('destroys a connection that did not answer in time instead of using it again', async () => {
  const knex = connect(database.url, { max: 1, queryTimeoutMs: 1_000 })
  const pid = async () => (await one<{ pid: number }>(knex, 'SELECT pg_backend_pid() AS pid')).pid
  const before = await pid()
  // The server is told not to stop it, like a frozen one would not.
  const stuck = knex.raw('SET statement_timeout = 0; SELECT pg_sleep(3600)')
  await expect(stuck).rejects.toThrow('Query read timeout')
  expect(await pid()).not.toBe(before)
  await knex.destroy()
})

it('still limits the statement after a value that could not be sent', async () => {
  const knex = connect(database.url, { max: 1, queryTimeoutMs: 300 })
  const unsendable = { toJSON: () => JSON.stringify(1n) }
  await expect(knex.raw('SELECT ?::jsonb', [unsendable as never])).rejects.toThrow('BigInt')
  await expect(knex.raw('SET statement_timeout = 0; SELECT pg_sleep(3600)')).rejects.toThrow('Query read timeout')
  await knex.destroy()
})

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

it('limits each statement separately, however many are sent at once', async () => {
  const knex = connect(database.url, { max: 1, queryTimeoutMs: 2_500 })
  const slow = async (trx: Knex.Transaction, seconds: number) => trx.raw('SELECT pg_sleep(?)', [seconds])
  const inOne = (seconds: number) =>
    knex.transaction(async (trx) => {
      await pipelined([slow(trx, seconds), slow(trx, seconds), slow(trx, seconds), slow(trx, seconds)])
    })
  await knex.raw('SELECT 1')
  const before = timers()
  // Together they take longer than the limit of one.
  await inOne(0.8)
  // Nobody waits now, so an idle connection is not given up.
  expect(timers()).toBeLessThanOrEqual(before)
  await expect(inOne(3_600)).rejects.toThrow('canceling statement due to statement timeout')
  expect(await one(knex, 'SELECT 1 AS one')).toEqual({ one: 1 })
  await knex.destroy()
})

it('limits nothing on a lost connection', async () => {
  const knex = connect(database.url, { max: 1 })
  const before = timers()
  const late = knex.transaction(async (trx) => {
    const connection = await connectionOf(trx)
    const ended = once(connection, 'end')
    await trx.raw('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    await ended
    await trx.raw('SELECT 1')
  })
  await expect(late).rejects.toThrow()
  await knex.destroy()
  expect(timers()).toBeLessThanOrEqual(before)
})

it('gives up waiting for a lock', async () => {
  const knex = connect(database.url, { max: 2, queryTimeoutMs: 1_000 })
  await knex.transaction(async (trx) => {
    await trx.raw('LOCK TABLE settings IN ACCESS EXCLUSIVE MODE')
    await expect(knex('settings').select()).rejects.toThrow(/canceling statement due to (lock|statement) timeout/)
  })
  await knex.destroy()
})

it('gives up if nothing listens at the address', async () => {
  const knex = connect('postgres://nobody@127.0.0.1:1/none')
  await expect(knex.raw('SELECT 1')).rejects.toThrow('ECONNREFUSED')
  await knex.destroy()
})
