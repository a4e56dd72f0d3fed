import { afterAll, beforeAll, expect, it } from 'vitest'
import { position } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantSite } from '../../db/testing/fixtures.ts'
import { toldAfter } from '../../db/testing/outbox.ts'
import { publishDevice } from './publish-device.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())

it('who watches the rooms that a device left and those that it came to keeps it: gone is the older version [LIVE-6] [ADM-6]', async () => {
  const { deviceIds } = await plantSite(db.knex)
  const deviceId = deviceIds[0] ?? 0
  const cursor = await position(db.knex)
  await db.knex.transaction((trx) =>
    publishDevice(trx, deviceId, { before: ['zone:999', `device:${deviceId}`], userId: 1 }),
  )
  const told = (await toldAfter(db.knex, cursor)).flatMap(({ changes }) => changes)
  const [there] = told.filter(({ kind, view }) => kind === 'device' && view !== null)
  const [gone] = told.filter(({ kind, view }) => kind === 'device' && view === null)
  expect(gone?.rooms).toEqual(['zone:999'])
  expect(gone?.version).toBeLessThan(there?.version ?? 0)
})
