import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseUnavailable, retryUntilAvailable } from '../../../db/circuit-breaker.ts'
import { connect } from '../../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { type Proxy, startProxy } from '../../testing/proxy.ts'
import { isUnavailable } from './unavailable.ts'

let database: TestDatabase
let proxy: Proxy
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startProxy(() => Number(new URL(database.url).port))
})
afterAll(async () => {
  await proxy.close()
  await database.close()
})

function start(max: number) {
  const address = new URL(database.url)
  address.host = `127.0.0.1:${proxy.port}`
  const knex = connect(address.href, { max, queryTimeoutMs: 1_000 })
  const ask = () =>
    knex.raw('SELECT 1').then(
      () => null,
      (error: unknown) => error,
    )
  return { knex, ask }
}

it('one call waits for a silent database; then calls are refused quickly, until it responds again [OPS-3]', async () => {
  const { knex, ask } = start(3)
  try {
    expect(await ask()).toBeNull()
    proxy.blackHole()
    expect(String(await ask())).toContain('Query read timeout')
    const refused = await Promise.all(Array.from({ length: 20 }, ask))
    expect(refused.every((error) => error instanceof DatabaseUnavailable && isUnavailable(error))).toBe(true)
    proxy.heal()
    await expect.poll(ask).toBeNull()
  } finally {
    await knex.destroy()
  }
})

it('callers that wait for a connection when the database falls silent are refused quickly, and keep none [OPS-3]', async () => {
  const { knex, ask } = start(1)
  try {
    expect(await ask()).toBeNull()
    proxy.blackHole()
    const first = ask()
    const waiting = Array.from({ length: 20 }, ask)
    expect(String(await first)).toContain('Query read timeout')
    expect((await Promise.all(waiting)).every((error) => error instanceof DatabaseUnavailable)).toBe(true)
    proxy.heal()
    await expect.poll(ask).toBeNull()
    expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual([null, null, null, null, null])
  } finally {
    await knex.destroy()
  }
})

it('callers that wait inside a transaction are refused too; after closing, nobody waits [OPS-3]', async () => {
  const { knex, ask } = start(1)
  try {
    expect(await ask()).toBeNull()
    proxy.blackHole()
    const first = ask()
    const waiting = knex.transaction((trx) => trx.raw('SELECT 1')).catch((error: unknown) => error)
    expect(String(await first)).toContain('Query read timeout')
    expect(await waiting).toBeInstanceOf(DatabaseUnavailable)
    const last = Promise.all([ask(), ask()])
    await knex.destroy()
    expect(await last).not.toContain(null)
  } finally {
    proxy.heal()
    await knex.destroy()
  }
})

it('callers that wait for a connection are served if a single query got no response [OPS-3]', async () => {
  const { knex, ask } = start(2)
  try {
    expect(await Promise.all([ask(), ask()])).toEqual([null, null])
    // Held until the other one has timed out.
    const held = await knex.transaction()
    const stuck = knex.raw('SET statement_timeout = 0; SELECT pg_sleep(3600)').catch((error: unknown) => error)
    const waiting = ask()
    expect(String(await stuck)).toContain('Query read timeout')
    expect(await waiting).toBeNull()
    await held.rollback()
  } finally {
    await knex.destroy()
  }
})

it('retried work is done when the database returns, even if it was under way [OPS-3]', async () => {
  const { knex, ask } = start(2)
  try {
    expect(await ask()).toBeNull()
    proxy.blackHole()
    const done = retryUntilAvailable(() => knex.raw('SELECT 1').then(() => 'done'))
    expect(await ask()).not.toBeNull()
    proxy.heal()
    expect(await done).toBe('done')
    proxy.blackHole()
    await expect(retryUntilAvailable(() => knex.raw('SELECT 1'))).rejects.toThrow(DatabaseUnavailable)
  } finally {
    proxy.heal()
    await knex.destroy()
  }
})
