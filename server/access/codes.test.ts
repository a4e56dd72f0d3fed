import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import addCode from './add-code.ts'
import { guesses } from './guessing.ts'
import privateZones from './private-zones.ts'
import removeCode from './remove-code.ts'
import { callers } from './testing/callers.ts'
import { readZoneAccess } from './zone-access.ts'

let db: TestDatabase
let call: ReturnType<typeof callers>
let place: Planted
let person: number
let manager: number
let stranger: number
let event: number
let n = 0

beforeAll(async () => {
  db = await createTestDatabase()
  call = callers(db.knex, { commands: [addCode, removeCode], queries: [privateZones] })
})
afterAll(() => db.close())
beforeEach(async () => {
  n += 1
  place = await plantSite(db.knex)
  await db.knex('zones').where({ id: place.zoneId }).update({ private: true })
  person = await plantUser(db.knex, `person-${n}`)
  stranger = await plantUser(db.knex, `stranger-${n}`, 'Reservation Manager')
  manager = await plantUser(db.knex, `manager-${n}`, 'Reservation Manager')
  await db.knex('user_zones').insert({ user_id: manager, zone_id: place.zoneId })
  event = await plantEvent()
})

const plantEvent = (more: object = {}) =>
  insert(db.knex, 'events', {
    zone_id: place.zoneId,
    name: 'Members',
    mode: 'private',
    starts_on: '2026-01-01',
    ...more,
  })
const plantCode = (name: string, eventId: number | null = null) =>
  insert(db.knex, 'codes', { name, tenant_id: place.tenantId, zone_id: place.zoneId, event_id: eventId })
const add = (name: string, user = person) => call.send(user, addCode, { name })
const remove = (codeId: number, user = person) => call.send(user, removeCode, { codeId })
const zonesOf = async (user: number) =>
  ((await call.ask(user, privateZones, {})) as { zone: { id: number }; by: string }[]).map(({ zone, by }) => [
    zone.id,
    by,
  ])
const enrolments = (user = person) =>
  db.knex('event_users').where({ user_id: user }).orderBy(['event_id', 'source']).select('event_id', 'source')
const opened = async (user: number) => {
  const who = { userId: user, tenantIds: [], zoneIds: [], seesAll: false }
  return (await readZoneAccess(db.knex, who, [place.siteId])).some((zone) => zone.open)
}

describe('a visitor', () => {
  it('opens a private zone and its event by a code in any case, lists it, and gives it up [PRIV-1]', async () => {
    const code = await plantCode(`Laden-${n}`, event)
    expect(await zonesOf(person)).toEqual([])
    expect(await opened(person)).toBe(false)
    expect(await add(` lADEN-${n} `)).toEqual({ codeId: code, zone: { id: place.zoneId, name: expect.any(String) } })
    expect(await call.ask(person, privateZones, {})).toMatchObject([
      {
        zone: { id: place.zoneId },
        tenant: { id: place.tenantId },
        sites: 1,
        by: 'code',
        codes: [{ id: code, name: `Laden-${n}`, event: { id: event, name: 'Members' } }],
      },
    ])
    expect(await opened(person)).toBe(true)
    expect(await enrolments()).toEqual([{ event_id: event, source: 'code' }])
    expect(await add(`LADEN-${n}`)).toBe('code-held')
    expect(await remove(code)).toEqual({ codeId: code })
    expect(await opened(person)).toBe(false)
    expect(await enrolments()).toEqual([])
    expect(await remove(code)).toBe('not-found')
  })

  it('keeps an enrolment that has another source or another code [PRIV-1]', async () => {
    const [first, second] = [await plantCode(`one-${n}`, event), await plantCode(`two-${n}`, event)]
    const source = 'university-staff'
    await db.knex('event_users').insert({ event_id: event, user_id: person, source })
    await add(`one-${n}`)
    await add(`two-${n}`)
    await remove(first)
    expect(await enrolments()).toEqual([
      { event_id: event, source: 'code' },
      { event_id: event, source },
    ])
    await remove(second)
    expect(await enrolments()).toEqual([{ event_id: event, source }])
    expect(await zonesOf(person)).toEqual([[place.zoneId, 'enrolment']])
  })

  it('is let in by a list of addresses, an exact one or the end of one, by membership, or not at all [PRIV-2]', async () => {
    await db.knex('events').where({ id: event }).update({ email_whitelist: 'chef@firm.example, *@staff.example' })
    const guest = async (email: string) => {
      const user = await plantUser(db.knex, `${email}-${n}`)
      await db.knex('users').where({ id: user }).update({ email })
      return await zonesOf(user)
    }
    const open = [[place.zoneId, 'whitelist']]
    expect(await guest('CHEF@firm.example')).toEqual(open)
    expect(await guest('anna@Staff.example')).toEqual(open)
    expect(await guest('achef@firm.example')).toEqual([])
    expect(await guest('anna@staff.example.org')).toEqual([])
    await db.knex('events').where({ id: event }).update({ deleted_at: new Date() })
    expect(await guest('anna.b@staff.example')).toEqual([])
    expect(await zonesOf(manager)).toEqual([[place.zoneId, 'member']])
  })

  it('may not enter a code of a deleted event', async () => {
    await plantCode(`gone-${n}`, await plantEvent({ deleted_at: new Date() }))
    expect(await add(`gone-${n}`)).toBe('code-unknown')
    expect(await enrolments()).toEqual([])
  })

  it('has to wait after many unknown codes, also when they come all at once; nobody else has [PRIV-1]', async () => {
    const code = await plantCode(`right-${n}`)
    const tries = await Promise.all(Array.from({ length: guesses + 5 }, (_, i) => add(`wrong-${n}-${i}`)))
    expect(tries.filter((answer) => answer === 'code-unknown')).toHaveLength(guesses)
    expect(tries.filter((answer) => answer === 'too-many-requests')).toHaveLength(5)
    expect(await add(`right-${n}`)).toBe('too-many-requests')
    expect(await add(`right-${n}`, stranger)).toMatchObject({ codeId: code })
    await db
      .knex('commands')
      .where({ user_id: person })
      .update({ at: new Date(Date.now() - 16 * 60_000) })
    expect(await add(`right-${n}`)).toMatchObject({ codeId: code })
  })
})
