import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantSite } from '../../db/testing/fixtures.ts'
import { openMalfunction } from './malfunctions.ts'
import { moveMalfunctions } from './move.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())

it('a watcher of both the old and the new site keeps the malfunction: its removal has the older version [LIVE-6]', async () => {
  const [old, next] = [await plantSite(db.knex), await plantSite(db.knex)]
  const deviceId = old.deviceIds[0] ?? 0
  const changes = await db.knex.transaction(async (trx) => {
    await openMalfunction(trx, { kind: 'error-status', deviceId, at: new Date() })
    await trx('devices')
      .where({ id: deviceId })
      .update({ site_id: next.siteId, gateway_id: next.gatewayId, path_number: 9 })
    return moveMalfunctions(trx, deviceId)
  })
  const of = (view: boolean) =>
    changes.find((change) => change.kind === 'malfunction' && (change.view !== null) === view)
  expect(of(true)?.rooms).toContain(`site:${next.siteId}`)
  expect(of(false)?.rooms).toContain(`site:${old.siteId}`)
  expect(of(false)?.version).toBeLessThan(of(true)?.version ?? 0)
})
