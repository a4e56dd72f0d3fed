import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import { callers } from '../access/testing/callers.ts'
import codeZones from './zones.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('names the private zones of an operator with their events, to admins all of them [PRIV-1] [ADM-17]', async () => {
  const call = callers(db.knex, { commands: [], queries: [codeZones] })
  const [own, foreign, open] = [await plantSite(db.knex), await plantSite(db.knex), await plantSite(db.knex)]
  await db.knex('zones').whereIn('id', [own.zoneId, foreign.zoneId]).update({ private: true })
  const event = (zone_id: number, name: string, more: object = {}) =>
    insert(db.knex, 'events', { zone_id, name, starts_on: '2026-01-01', ...more })
  const members = await event(own.zoneId, 'Members')
  await event(own.zoneId, 'Of yesterday', { deleted_at: new Date() })
  const manager = await plantUser(db.knex, 'manager', 'Reservation Manager')
  for (const zone of [own.zoneId, open.zoneId]) await db.knex('user_zones').insert({ user_id: manager, zone_id: zone })
  expect(await call.ask(manager, codeZones, {})).toMatchObject([
    { zone: { id: own.zoneId }, tenant: { id: own.tenantId }, events: [{ id: members, name: 'Members' }] },
  ])
  const all = await call.ask(await plantUser(db.knex, 'admin', 'Admin'), codeZones, {})
  expect(all).toMatchObject([{ zone: { id: own.zoneId } }, { zone: { id: foreign.zoneId }, events: [] }])
})
