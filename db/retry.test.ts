import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSilence } from './circuit-breaker.ts'
import { connect } from './connect.ts'
import { isConflict, isLost, withRetry } from './retry.ts'
import { one } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { refusalOf } from './testing/fixtures.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('tries again after its connection was killed', async () => {
  const knex = connect(database.url, { max: 1 })
  const kill = async () => {
    const { pid } = await one<{ pid: number }>(knex, 'SELECT pg_backend_pid() AS pid')
    await database.knex.raw('SELECT pg_terminate_backend(?)', [pid])
  }
  let tries = 0
  const answer = await withRetry(() =>
    knex.transaction(async (trx) => {
      tries += 1
      if (tries === 1) {
        const { pid } = await one<{ pid: number }>(trx, 'SELECT pg_backend_pid() AS pid')
        await database.knex.raw('SELECT pg_terminate_backend(?)', [pid])
      }
      return (await one<{ answer: number }>(trx, 'SELECT 42 AS answer')).answer
    }),
  )
  expect([answer, tries]).toEqual([42, 2])
  await kill()
  expect(await withRetry(() => one(knex, 'SELECT 7 AS answer'))).toEqual({ answer: 7 })
  await knex.destroy()
})

it('brings both sides of a deadlock through', async () => {
  const { knex } = database
  await knex('settings').insert([
    { key: 'a', value: '0' },
    { key: 'b', value: '0' },
  ])
  let waiting = 2
  let go: () => void
  const bothHoldOne = new Promise<void>((resolve) => {
    go = resolve
  })
  let runs = 0
  const raise = (order: [string, string]) => {
    let first = true
    return withRetry(() =>
      knex.transaction(async (trx) => {
        runs += 1
        const up = (key: string) =>
          trx.raw("UPDATE settings SET value = to_jsonb((value #>> '{}')::int + 1) WHERE key = ?", [key])
        await up(order[0])
        if (first) {
          first = false
          waiting -= 1
          if (waiting === 0) go()
          await bothHoldOne
        }
        await up(order[1])
      }),
    )
  }
  await Promise.all([raise(['a', 'b']), raise(['b', 'a'])])
  expect(await knex('settings').whereIn('key', ['a', 'b']).orderBy('key').pluck('value')).toEqual([2, 2])
  expect(runs).toBe(3)
})

it('does not repeat a permanent error, and gives up after four attempts', async () => {
  let tries = 0
  const wrong = await refusalOf(
    withRetry(() => {
      tries += 1
      return one(database.knex, 'SELECT 1 / 0')
    }),
  )
  expect([wrong.code, tries, isLost(wrong), isConflict(wrong)]).toEqual(['22012', 1, false, false])
  tries = 0
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const failing = withRetry(async () => {
    tries += 1
    throw conflict
  })
  await expect(failing).rejects.toBe(conflict)
  expect(tries).toBe(4)
})

it('treats a missing server socket, and no other missing file, as a lost connection', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-gone-'))
  const knex = connect(`${database.url}?host=${encodeURIComponent(dir)}`, { max: 1 })
  try {
    const gone: unknown = await knex.raw('SELECT 1').catch((error: unknown) => error)
    expect(gone).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
    expect(isLost(gone)).toBe(true)
    const file: unknown = await readFile(join(dir, 'missing')).catch((error: unknown) => error)
    expect(file).toMatchObject({ code: 'ENOENT' })
    expect(isLost(file)).toBe(false)
  } finally {
    await knex.destroy()
    rmSync(dir, { recursive: true })
  }
})

it('treats a full socket backlog as silence, and a missing socket as an answer', () => {
  const said = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })
  expect(isSilence(said('EAGAIN', 'connect'))).toBe(true)
  expect(isSilence(said('EAGAIN', 'read'))).toBe(false)
  expect(isSilence(said('ENOENT', 'connect'))).toBe(false)
  expect(isSilence(said('ECONNREFUSED', 'connect'))).toBe(false)
  expect(isLost(said('EAGAIN', 'connect'))).toBe(true)
})
