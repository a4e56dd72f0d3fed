import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { privateZones } from '../../contract/access.ts'
import { add, edit } from '../../contract/events.ts'
import { remove, save } from '../../contract/identity-providers.ts'
import { status, type UniversityGroup, unlink } from '../../contract/university.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { expireUniversity } from '../access/expire-university.ts'
import { providerFields } from '../identity-providers/testing/provider-fields.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { eventFields } from '../testing/rights-events.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { groupsOf } from './affiliation.ts'
import { checkLink, saveLink } from './save-link.ts'

const issuer = 'https://idp.uni.example'
const refuse = refuser<'university-taken'>()
let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
let provider: { tenantId: number; version: number }
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
  await db.knex('zones').update({ private: true })
})
afterAll(() => db.close())
beforeEach(async () => {
  for (const table of ['event_users', 'university_links', 'identity_providers']) await db.knex(table).delete()
  await db.knex('events').update({ deleted_at: new Date() })
  const fields = providerFields({ label: 'Uni', issuer, enabled: true, university: true })
  provider = await calls.done('admin', save, { tenantId: world.tenants.own, version: 0, ...fields })
})

const affiliation = (groups: UniversityGroup[], subject = 'ada') => ({
  tenantId: world.tenants.own,
  issuer,
  subject,
  groups,
})
const link = (groups: UniversityGroup[], user = world.users.visitor, subject = 'ada') =>
  db.knex.transaction((trx) => saveLink(trx, refuse, user.id, affiliation(groups, subject), new Date()))
const check = (groups: UniversityGroup[], subject = 'ada') =>
  db.knex.transaction((trx) =>
    checkLink(trx, world.users.visitor.id, affiliation(groups, subject), new Date(Date.now() + 1_000)),
  )
const accessTime = (more: object, zoneId = world.own.id) =>
  calls.done('admin', add, { zoneId, ...eventFields, mode: 'private', ...more })
const openZones = async () => (await calls.ask('visitor', privateZones, {})).map(({ zone, by }) => [zone.id, by])

describe('a linked university account', () => {
  it('opens the private zones for its groups at once, and no longer after it is unlinked [ACC-10] [PRIV-3]', async () => {
    await accessTime({ enrolUniversityStudents: true })
    expect(await openZones()).toEqual([])
    await link(['students'])
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
    const { link: shown, universities } = await calls.ask('visitor', status, {})
    expect(shown).toMatchObject({ label: 'Uni', groups: ['students'] })
    expect(universities).toEqual([{ tenantId: world.tenants.own, label: 'Uni' }])
    await calls.done('visitor', unlink, {})
    expect(await openZones()).toEqual([])
    expect(await calls.ask('visitor', status, {})).toMatchObject({ link: null })
    expect((await calls.refused('visitor', unlink, {})).code).toBe('university-not-linked')
  })

  it('enrols in access times of the other group only when the university says so [ACC-10]', async () => {
    await accessTime({ enrolUniversityStaff: true })
    await link(['students'])
    expect(await openZones()).toEqual([])
    await check(['staff', 'students'])
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
    await check([])
    expect(await openZones()).toEqual([])
  })

  it('counts for 90 days after the last sign-in there, and says until when [ACC-10]', async () => {
    await accessTime({ enrolUniversityStudents: true })
    await link(['students'])
    const checkedDaysAgo = (days: number) =>
      db.knex('university_links').update({ checked_at: db.knex.raw('now() - make_interval(days => ?)', [days]) })
    await checkedDaysAgo(89)
    await expireUniversity(db.knex)
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
    await checkedDaysAgo(90)
    await expireUniversity(db.knex)
    expect(await openZones()).toEqual([])
    const { link: shown } = await calls.ask('visitor', status, {})
    expect(Date.parse(shown?.validUntil ?? '') - Date.parse(shown?.checkedAt ?? '')).toBe(90 * 86_400_000)
    await accessTime({ enrolUniversityStudents: true })
    expect(await openZones()).toEqual([])
    await check(['students'])
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
  })

  it('is not checked by a login with another university account [ACC-10]', async () => {
    await accessTime({ enrolUniversityStaff: true })
    await link(['students'])
    await check(['staff'], 'bob')
    expect(await openZones()).toEqual([])
  })

  it("enrols in access times of the university's own company only [ACC-10]", async () => {
    await accessTime({ enrolUniversityStudents: true }, world.foreign.id)
    await link(['students'])
    expect(await openZones()).toEqual([])
  })

  it('follows the switches of an access time at once [ACC-10]', async () => {
    await link(['students'])
    const { eventId, version } = await accessTime({})
    expect(await openZones()).toEqual([])
    const students = { ...eventFields, mode: 'private' as const, enrolUniversityStudents: true }
    const changed = await calls.done('admin', edit, { eventId, version, ...students })
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
    await calls.done('admin', edit, { eventId, ...students, version: changed.version, enrolUniversityStudents: false })
    expect(await openZones()).toEqual([])
  })

  it('belongs to one person; an enrolment by an operator stays [ACC-10]', async () => {
    const { eventId } = await accessTime({ enrolUniversityStudents: true })
    await link(['students'])
    await expect(link(['students'], world.users.rm)).rejects.toMatchObject({ refusal: { code: 'university-taken' } })
    const byHand = { event_id: eventId, user_id: world.users.visitor.id, source: 'operator' }
    await db.knex('event_users').insert(byHand)
    await calls.done('visitor', unlink, {})
    expect(await openZones()).toEqual([[world.own.id, 'enrolment']])
  })
})

it.each(['another issuer', 'no university', 'removed'])(
  '%s: the links end, and what they opened [ACC-10]',
  async (how) => {
    await accessTime({ enrolUniversityStudents: true })
    await link(['students'])
    const { tenantId, version } = provider
    const fields = providerFields({ enabled: true, university: how !== 'no university', issuer: 'https://new.example' })
    if (how === 'removed') await calls.done('admin', remove, { tenantId, version })
    else await calls.done('admin', save, { tenantId, version, ...fields })
    expect(await openZones()).toEqual([])
    expect(await calls.ask('visitor', status, {})).toMatchObject({ link: null })
  },
)

it.each([
  [['student@uni.example', 'member@uni.example'], ['students']],
  ['staff;student', ['staff', 'students']],
  ['faculty', ['staff']],
  ['Employee@uni.example, alum@uni.example', ['staff']],
  [['member', 'library-walk-in', 'affiliate'], []],
  [undefined, []],
  [{ student: true }, []],
  [7, []],
])('the affiliations %j are the groups %j [ACC-10]', (claim, groups) => {
  expect(groupsOf(claim)).toEqual(groups)
})
