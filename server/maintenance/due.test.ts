import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { book, hour } from '../reservations/testing/life.ts'
import { lockDue } from './due.ts'
import { askAgain } from './look-again.ts'
import { maintainedWorld, plan, workThroughAll } from './testing/maintained.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('a row that is due again is due in the same millisecond [MAINT-2]', async () => {
  const world = await maintainedWorld(db.knex, { places: 1 })
  const place = world.deviceIds[0] ?? 0
  const own = await book(await world.person(), world, { from: 30, deviceId: place })
  await plan(world.srm, { targetId: place, start: hour(4) })
  await workThroughAll(db.knex)
  // Some of so many fall into one millisecond.
  for (let n = 0; n < 40; n += 1) {
    const trx = await db.knex.transaction()
    try {
      expect(await askAgain(trx, [own.id])).toBe(1)
      expect((await lockDue(trx, { planned: false, limit: 10 })).due).toHaveLength(1)
    } finally {
      await trx.rollback()
    }
  }
})
