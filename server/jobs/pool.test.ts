import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createPool } from './pool.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())

it('a client that is given back twice is given back once', async () => {
  const pool = createPool({ url: db.url, max: 1, log: pino({ level: 'silent' }) })
  const done = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, release) => (error ? reject(error) : resolve(release)))
  })
  done()
  done()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  await pool.end()
})
