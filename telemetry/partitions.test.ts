import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing/database.ts'
import { ensurePartitions, streamStorage } from './partitions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())

it('makes room ahead for every message that may come, and only once [GW-5]', async () => {
  const now = new Date()
  await ensurePartitions(db.knex, now)
  expect(await ensurePartitions(db.knex, now)).toBe(0)
  const later = new Date(now.getTime() + 200 * 86_400_000)
  const made = await Promise.all([1, 2, 3].map(() => ensurePartitions(db.knex, later)))
  const native = (await streamStorage(db.knex)) === 'partitions'
  expect(made.reduce((sum, count) => sum + count, 0) > 0).toBe(native)
  for (const days of [-30, 0, 61])
    await db.knex('readings').insert({ device_id: 1, at: new Date(later.getTime() + days * 86_400_000) })
})
