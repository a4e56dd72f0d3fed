import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { bookStays } from './book-stays.ts'
import { seedDemo } from './seed-demo.ts'

it('leaves the last quarter of an hour to the person leaving, even if the next one is already there [OPS-1]', async () => {
  const database = await createTestDatabase()
  // Three days after this minute somebody is at a place that somebody else had booked until the same quarter.
  const now = new Date('2026-11-23T11:35:20Z')
  const later = new Date(now.getTime() + 70 * 3_600_000)
  try {
    await seedDemo(database.knex, { now })
    await bookStays(database.knex, { now })
    expect(await bookStays(database.knex, { now: later })).toBeGreaterThan(0)
  } finally {
    await database.close()
  }
})
