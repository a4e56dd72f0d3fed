import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { type Person, readZoneAccess } from './zone-access.ts'

let db: TestDatabase
let place: Planted
beforeAll(async () => {
  db = await createTestDatabase()
  place = await plantSite(db.knex)
})
afterAll(() => db.close())

const nobody: Person = { userId: 0, tenantIds: [], zoneIds: [], seesAll: false }
/** Access to a zone with these properties: bookable, shown as closed, or not found. */
async function sees(zone: { private: boolean; readable_without_login: boolean }, person: Person | null) {
  await db.knex('zones').where({ id: place.zoneId }).update(zone)
  const [found] = await readZoneAccess(db.knex, person, [place.siteId])
  return found ? (found.open ? 'open' : 'closed') : 'absent'
}

describe('a zone', () => {
  const zones = {
    readable: { private: false, readable_without_login: true },
    plain: { private: false, readable_without_login: false },
    private: { private: true, readable_without_login: false },
    'private and readable': { private: true, readable_without_login: true },
  }
  const people: Record<string, () => Person | null> = {
    'signed out': () => null,
    stranger: () => nobody,
    customer: () => ({ ...nobody, tenantIds: [place.tenantId] }),
    member: () => ({ ...nobody, zoneIds: [place.zoneId] }),
    admin: () => ({ ...nobody, seesAll: true }),
  }
  const expected = {
    readable: ['open', 'open', 'open', 'open', 'open'],
    plain: ['absent', 'absent', 'open', 'open', 'open'],
    private: ['absent', 'absent', 'closed', 'open', 'open'],
    'private and readable': ['absent', 'absent', 'closed', 'open', 'open'],
  } as const
  for (const [kind, answers] of Object.entries(expected)) {
    it(`that is ${kind} is shown to whom it is for [PRIV-4] [BOOK-3]`, async () => {
      const found: string[] = []
      for (const person of Object.values(people)) found.push(await sees(zones[kind as keyof typeof zones], person()))
      expect(found).toEqual(answers)
    })
  }

  it('says where the person is blocked, in that zone only [ACC-11]', async () => {
    const other = await insert(db.knex, 'zones', { name: 'Other', tenant_id: place.tenantId })
    await db.knex('site_zones').insert({ site_id: place.siteId, zone_id: other })
    const block = { user_id: place.userId, zone_id: place.zoneId, block_reason: 'r' }
    const id = await insert(db.knex, 'blocked_users', block)
    const person = { ...nobody, userId: place.userId, seesAll: true }
    const blocked = async () =>
      (await readZoneAccess(db.knex, person, [place.siteId])).flatMap((zone) => (zone.blocked ? [zone.id] : []))
    expect(await blocked()).toEqual([place.zoneId])
    await db.knex('blocked_users').where({ id }).update({ state: 'unblocked', unblocked_at: new Date() })
    expect(await blocked()).toEqual([])
  })
})
