import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import addCode from '../access/add-code.ts'
import { enrolByCodes, lockEvent } from '../access/enrolment.ts'
import { guesses } from '../access/guessing.ts'
import { callers } from '../access/testing/callers.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import add from './add.ts'
import edit from './edit.ts'
import list from './list.ts'
import read from './read.ts'
import remove from './remove.ts'

let db: TestDatabase
let call: ReturnType<typeof callers>
let place: Planted
let person: number
let manager: number
let stranger: number
let admin: number
let event: number
let other: number
let n = 0

beforeAll(async () => {
  db = await createTestDatabase()
  call = callers(db.knex, { commands: [addCode, add, edit, remove], queries: [list, read] })
  admin = await plantUser(db.knex, 'admin', 'Admin')
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
  other = await plantEvent()
})

const plantEvent = (zoneId = place.zoneId) =>
  insert(db.knex, 'events', { zone_id: zoneId, name: 'Members', mode: 'private', starts_on: '2026-01-01' })
const plantCode = (name: string, eventId: number | null = null) =>
  insert(db.knex, 'codes', { name, tenant_id: place.tenantId, zone_id: place.zoneId, event_id: eventId })
const enter = (name: string, user = person) => call.send(user, addCode, { name })
const make = (user: number, input: object = {}) =>
  call.send(user, add, { name: `new-${n}`, zoneId: place.zoneId, eventId: event, ...input })
const rowOf = async (codeId: number) =>
  (await call.ask(admin, read, { codeId })) as { name: string; version: number; users: number }
const save = async (user: number, codeId: number, input: object = {}) => {
  const { name, version } = await rowOf(codeId)
  return call.send(user, edit, { codeId, version, name, zoneId: place.zoneId, eventId: event, ...input })
}
const found = async (user: number, input: object = {}) =>
  ((await call.ask(user, list, input)) as { rows: unknown[] }).rows
const enrolled = (user = person) =>
  db.knex('event_users').where({ user_id: user }).orderBy('event_id').pluck('event_id')
const opened = async (user: number, { siteId } = place) => {
  const who = { userId: user, tenantIds: [], zoneIds: [], seesAll: false }
  return (await readZoneAccess(db.knex, who, [siteId])).some((zone) => zone.open)
}

/** Another private zone of the manager. */
async function plantZone(): Promise<Planted> {
  const elsewhere = await plantSite(db.knex)
  await db.knex('zones').where({ id: elsewhere.zoneId }).update({ private: true })
  await db.knex('user_zones').insert({ user_id: manager, zone_id: elsewhere.zoneId })
  return elsewhere
}

describe('codes [ADM-17]', () => {
  it('are added, listed and deleted by operators of the zone only; other zones are not found [PRIV-1] [ADM-23]', async () => {
    expect(await make(person)).toBe('not-authorized')
    expect(await make(stranger)).toBe('not-found')
    expect(await make(manager, { eventId: 999_999 })).toBe('event-not-in-zone')
    const elsewhere = await plantSite(db.knex)
    expect(await make(manager, { zoneId: elsewhere.zoneId })).toBe('not-found')
    expect(await make(admin, { zoneId: elsewhere.zoneId })).toBe('zone-not-private')
    await db.knex('zones').where({ id: elsewhere.zoneId }).update({ private: true })
    expect(await make(admin, { zoneId: elsewhere.zoneId })).toBe('event-not-in-zone')
    const { codeId } = (await make(manager)) as { codeId: number }
    await enter(`new-${n}`)

    const item = { id: codeId, name: `new-${n}`, tenant: { id: place.tenantId }, zone: { id: place.zoneId } }
    expect(await found(manager)).toMatchObject([{ ...item, event: { id: event }, users: 1 }])
    expect(await found(manager, { search: `ew-${n}` })).toHaveLength(1)
    expect(await found(manager, { search: '%' })).toEqual([])
    expect(await found(manager, { filters: { zoneId: place.zoneId, tenantId: place.tenantId } })).toHaveLength(1)
    expect(await found(manager, { filters: { zoneId: elsewhere.zoneId } })).toEqual([])
    expect(await found(stranger)).toEqual([])
    expect(await found(admin, { search: `new-${n}` })).toHaveLength(1)
    expect(await call.ask(person, list, {})).toBe('not-authorized')

    const given = { codeId, version: (await rowOf(codeId)).version }
    expect(await call.send(person, remove, given)).toBe('not-authorized')
    expect(await call.send(stranger, remove, given)).toBe('not-found')
    expect(await call.send(manager, remove, given)).toEqual({ codeId })
    expect(await call.send(manager, remove, given)).toBe('not-found')
    expect(await opened(person)).toBe(false)
    expect(await enrolled()).toEqual([])
  })

  it('have a name of their own in any case, over all zones and also when two take it at once', async () => {
    await plantCode(`taken-${n}`)
    expect(await make(manager, { name: `TAKEN-${n}` })).toBe('code-exists')
    expect(await make(manager, { name: '  ' })).toBe('bad-input')
    expect(await make(manager, { name: 'ä'.repeat(46) })).toBe('bad-input')
    const ends = await Promise.all([make(manager), make(admin)])
    expect(ends.filter((end) => end === 'code-exists')).toHaveLength(1)
    const codeId = await plantCode(`mine-${n}`, event)
    expect(await save(manager, codeId, { name: ` Taken-${n} ` })).toBe('code-exists')
    expect(await rowOf(codeId)).toMatchObject({ name: `mine-${n}` })
    expect(await save(manager, codeId, { name: ` MINE-${n} ` })).toMatchObject({ codeId })
    expect(await rowOf(codeId)).toMatchObject({ name: `MINE-${n}` })
  })

  it('that others have are guessed ten times, by new names and changed ones', async () => {
    await plantCode(`theirs-${n}`)
    const codeId = await plantCode(`own-${n}`, event)
    for (let guess = 0; guess < guesses; guess += 2) {
      expect(await make(manager, { name: `theirs-${n}` })).toBe('code-exists')
      expect(await save(manager, codeId, { name: `theirs-${n}` })).toBe('code-exists')
    }
    expect(await make(manager)).toBe('too-many-requests')
    expect(await save(manager, codeId)).toBe('too-many-requests')
  })
})

describe('an edit of a code [ADM-17]', () => {
  it('to another access time enrols whoever entered it there instead [PRIV-1]', async () => {
    const codeId = await plantCode(`moves-${n}`, event)
    await enter(`moves-${n}`)
    expect(await enrolled()).toEqual([event])
    expect(await save(manager, codeId, { eventId: other })).toMatchObject({ codeId })
    expect(await enrolled()).toEqual([other])
    expect(await save(manager, codeId, { eventId: null })).toMatchObject({ codeId })
    expect(await enrolled()).toEqual([])
    expect(await opened(person)).toBe(true)
  })

  it('to another zone opens that one, and closes the zone before [PRIV-1]', async () => {
    const codeId = await plantCode(`moves-${n}`, event)
    await enter(`moves-${n}`)
    const elsewhere = await plantZone()
    expect(await save(manager, codeId, { zoneId: elsewhere.zoneId })).toBe('event-not-in-zone')
    const there = { zoneId: elsewhere.zoneId, eventId: await plantEvent(elsewhere.zoneId) }
    expect(await save(manager, codeId, there)).toMatchObject({ codeId })
    expect(await found(manager, { filters: { tenantId: elsewhere.tenantId } })).toMatchObject([
      { id: codeId, users: 1 },
    ])
    expect([await opened(person), await opened(person, elsewhere)]).toEqual([false, true])
    expect(await enrolled()).toEqual([there.eventId])
  })

  it('needs a private zone of the operator; what it has already it may keep', async () => {
    const codeId = await plantCode(`stays-${n}`, event)
    const foreign = await plantSite(db.knex)
    expect(await save(manager, codeId, { zoneId: foreign.zoneId, eventId: null })).toBe('not-found')
    expect(await save(admin, codeId, { zoneId: foreign.zoneId, eventId: null })).toBe('zone-not-private')
    expect(await save(stranger, codeId)).toBe('not-found')
    await db.knex('zones').where({ id: place.zoneId }).update({ private: false })
    await db.knex('events').where({ id: event }).update({ deleted_at: new Date() })
    expect(await save(manager, codeId, { name: `renamed-${n}` })).toMatchObject({ codeId })
    expect(await save(manager, codeId, { eventId: null })).toBe('zone-not-private')
  })

  it('names the field that is wrong', async () => {
    const codeId = await plantCode(`wrong-${n}`)
    expect(await save(manager, codeId, { eventId: 999_999 })).toBe('event-not-in-zone')
    expect(await save(manager, codeId, { zoneId: 0 })).toBe('bad-input')
  })
})

describe('the removal of a code [ADM-17]', () => {
  it('while somebody enters another code of its access time leaves them enrolled', async () => {
    const [doomed, kept] = [await plantCode(`doomed-${n}`, other), await plantCode(`kept-${n}`, other)]
    await enter(`doomed-${n}`)
    await enter(`doomed-${n}`, stranger)
    const { version } = await rowOf(doomed)
    const deleting = await db.knex.transaction(async (entering) => {
      await lockEvent(entering, other)
      await entering('user_codes').insert({ user_id: person, code_id: kept })
      await enrolByCodes(entering, other)
      const answer = call.send(manager, remove, { codeId: doomed, version })
      const waiting = 'select count(*) as n from pg_locks where not granted'
      await expect.poll(async () => (await one<{ n: number }>(db.knex, waiting)).n).toBeGreaterThan(0)
      return { answer }
    })
    expect(await deleting.answer).toEqual({ codeId: doomed })
    expect(await db.knex('event_users').where({ event_id: other }).pluck('user_id')).toEqual([person])
  })
})
