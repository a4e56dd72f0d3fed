import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { places, type SiteHit, search } from '../../contract/reservations/book.ts'
import { accessTimes } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import accessTimesHandler from './access-times.ts'
import placesHandler from './places.ts'
import searchHandler from './search.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'

const handlers = [searchHandler, placesHandler, accessTimesHandler]
const hour = 3_600_000
let database: TestDatabase
let world: BookingWorld
let person: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  world = await bookingWorld(database.knex, { places: 3, handlers })
  person = await world.person()
})

/** The span that starts `from` hours after the next full hour. */
function span(from = 24, hours = 1): { start: string; end: string } {
  const start = Math.ceil(Date.now() / hour) * hour + from * hour
  return { start: new Date(start).toISOString(), end: new Date(start + hours * hour).toISOString() }
}
const place = (n: number) => world.deviceIds[n] ?? 0
const claim = (deviceId: number, when: { start: string; end: string }, more: object = {}) =>
  insert(database.knex, 'reservations', {
    site_id: world.siteId,
    device_id: deviceId,
    starts_at: when.start,
    ends_at: when.end,
    state: 'RESERVED',
    reserved_at: new Date(),
    ...more,
  })
const held = (seconds: number) => ({
  state: 'CREATED',
  reserved_at: null,
  hold_kind: 'choosing',
  held_until: new Date(Date.now() + seconds * 1_000),
})
const locate = async (latitude: number, longitude: number, siteId = world.siteId) => {
  const id = await insert(database.knex, 'locations', { latitude, longitude, city: `Town ${siteId}` })
  await database.knex('sites').where({ id: siteId }).update({ location_id: id })
}
type Asked = Partial<z.input<typeof search.input>>
const find = async (asked: Asked = {}, by = person): Promise<SiteHit[]> =>
  done(await by.ask(search, { ...span(), ...asked })).sites
const hit = async (asked: Asked = {}, by = person) => (await find(asked, by)).find(({ id }) => id === world.siteId)
const look = async (asked: { start: string; end: string } = span(), by = person) =>
  done(await by.ask(places, { siteId: world.siteId, ...asked }))
const asGuest = async (def: { name: string }, input: object) => runQuery(world.context, null, { name: def.name, input })

describe('search', () => {
  it('counts free, occupied and maximum places of each type with the cheapest price [BOOK-1] [BOOK-6]', async () => {
    await claim(place(0), span())
    await claim(place(1), span(), held(60))
    await claim(place(2), span(25))
    const found = await hit()
    expect(found).toMatchObject({
      maximum: 3,
      free: 1,
      occupied: 2,
      fromCents: 150,
      refusal: null,
      fix: null,
      blocked: null,
    })
    expect(found?.types).toMatchObject([{ maximum: 3, free: 1, occupied: 2, fromCents: 150 }])
    expect(await hit({ deviceTypeId: (found?.types[0]?.id ?? 0) + 1 })).toBeUndefined()
    expect(await find({ siteId: world.siteId })).toHaveLength(1)
  })

  it('counts as free what an expired hold, a cancelled booking or the own hold leaves [BOOK-1] [HOLD-1]', async () => {
    await claim(place(0), span(), held(-1))
    await claim(place(1), span(), { state: 'STORNO' })
    await claim(place(2), span(), { ...held(60), user_id: person.userId })
    expect(await hit()).toMatchObject({ free: 3 })
    expect(await hit({}, await world.person())).toMatchObject({ free: 2 })
  })

  it('leaves out retired devices and those out of service, and does not count companions as places [BOOK-1]', async () => {
    await database
      .knex('devices')
      .where({ id: place(0) })
      .update({ maintenance_state: 'Repair' })
    await database
      .knex('devices')
      .where({ id: place(1) })
      .update({ is_mandatory: true })
    expect(await hit()).toMatchObject({ maximum: 1, free: 1 })
    await database
      .knex('devices')
      .where({ id: place(2) })
      .update({ retired_at: new Date() })
    expect(await hit()).toBeUndefined()
    expect(await hit({ siteId: world.siteId })).toMatchObject({ maximum: 0, refusal: { code: 'no-free-place' } })
  })

  it('suggests when the site is free: a little later, a site nearby, or much later [BOOK-1]', async () => {
    for (const id of world.deviceIds) await claim(id, span(24, 1))
    const later = { kind: 'later', minutes: 60, ...span(25) }
    expect(await hit()).toMatchObject({ free: 0, refusal: { code: 'no-free-place', field: 'start' }, fix: later })
    for (const id of world.deviceIds) await claim(id, span(25, 3))
    for (const id of world.deviceIds) await claim(id, span(20, 4))
    expect(await hit({ siteId: world.siteId, ...span(24, 1) })).toMatchObject({ fix: { kind: 'later', minutes: 240 } })

    const own = world
    await locate(48, 9)
    const next = await bookingWorld(database.knex, { places: 1, handlers })
    await database.knex('user_tenants').insert({ user_id: person.userId, tenant_id: next.tenantId })
    await locate(48.02, 9, next.siteId)
    const site = { kind: 'site', siteId: next.siteId, distanceM: 2_224 }
    expect(await hit()).toMatchObject({ fix: site })
    expect((await find({ siteId: own.siteId }))[0]).toMatchObject({ fix: site })
    await database
      .knex('locations')
      .where({ city: `Town ${next.siteId}` })
      .update({ latitude: 49 })
    expect(await hit()).toMatchObject({ fix: { kind: 'later', minutes: 240 } })
  })

  it('looks two weeks ahead, and suggests the next site, however far, when nothing is free [BOOK-1]', async () => {
    for (const id of world.deviceIds) await claim(id, span(-1, 24 * 10))
    const fix = (await hit())?.fix
    expect(fix).toMatchObject({ kind: 'later', minutes: 9 * 1_440 })
    for (const id of world.deviceIds) await claim(id, span(24 * 10 - 1, 24 * 20))
    expect((await hit())?.fix).toBeNull()
    const next = await bookingWorld(database.knex, { places: 1, handlers })
    await database.knex('user_tenants').insert({ user_id: person.userId, tenant_id: next.tenantId })
    expect((await hit())?.fix).toMatchObject({ kind: 'site', siteId: next.siteId, distanceM: null })
  })

  it('finds by name, street or town despite a typing error, and sorts by distance [BOOK-1]', async () => {
    const other = await bookingWorld(database.knex, { places: 1, handlers })
    await database.knex('user_tenants').insert({ user_id: person.userId, tenant_id: other.tenantId })
    await locate(47.99, 7.84, other.siteId)
    await database.knex('sites').where({ id: world.siteId }).update({ name: 'Radhafen Münsterstraße' })
    await locate(48.74, 9.31)
    const ids = async (asked: Asked) => (await find(asked)).map(({ id }) => id)
    expect(await ids({ query: 'munsterstrasse' })).toEqual([world.siteId, other.siteId])
    expect(await ids({ query: 'Radhaven' })).toEqual([world.siteId, other.siteId])
    expect(await ids({ query: 'Timbuktu' })).toEqual([])
    const [nearest, farther] = await find({ near: { latitude: 48, longitude: 7.85 } })
    expect([nearest?.id, farther?.id]).toEqual([other.siteId, world.siteId])
    expect(nearest?.distanceM).toBeLessThan(2_000)
    expect(farther?.distanceM).toBeGreaterThan(100_000)
    const limited = done(await person.ask(search, { ...span(), limit: 1 }))
    expect([limited.sites.length, limited.recordCount]).toEqual([1, 2])
  })
})

describe('a zone', () => {
  it('narrows the search to its sites; a foreign one has none [NAV-10] [PRIV-4]', async () => {
    const ids = async (asked: Asked) => (await find(asked)).map(({ id }) => id)
    expect(await ids({ zoneId: world.zoneId })).toEqual([world.siteId])
    const other = await bookingWorld(database.knex, { places: 1, handlers })
    expect(await ids({ zoneId: other.zoneId })).toEqual([])
  })
})

describe('visibility', () => {
  it('shows public zones to anybody, others to their tenant only [PRIV-4]', async () => {
    const seen = async () => {
      const answer = await asGuest(search, span())
      return answer.ok && (answer.view as { sites: SiteHit[] }).sites.some(({ id }) => id === world.siteId)
    }
    const outside = await (await bookingWorld(database.knex, { handlers })).person()
    expect(await seen()).toBe(false)
    expect(await hit({}, outside)).toBeUndefined()
    expect(refusedWith(await outside.ask(places, { siteId: world.siteId, ...span() }))).toBe('site-invalid')
    expect(refusedWith(await outside.ask(places, { siteId: 999_999, ...span() }))).toBe('site-invalid')
    await database.knex('zones').where({ id: world.zoneId }).update({ readable_without_login: true })
    expect(await seen()).toBe(true)
    const open = await asGuest(places, { siteId: world.siteId, ...span() })
    expect(open).toMatchObject({
      ok: true,
      view: { places: [{ state: 'free' }, { state: 'free' }, { state: 'free' }] },
    })
    expect(await asGuest(accessTimes, { siteId: world.siteId })).toMatchObject({ ok: true, view: [{ name: 'Always' }] })
    await database.knex('zones').where({ id: world.zoneId }).update({ readable_without_login: false })
  })

  it('hides a private site until a code or a listed e-mail address opens it [PRIV-1] [PRIV-2]', async () => {
    await database.knex('zones').where({ id: world.zoneId }).update({ private: true })
    expect(await hit()).toBeUndefined()
    for (const def of [places, accessTimes])
      expect(
        refusedWith(
          await person.ask(def as typeof places, { siteId: world.siteId, ...(def === places ? span() : {}) } as never),
        ),
      ).toBe('site-private')
    const code = await insert(database.knex, 'codes', {
      name: `open-${world.siteId}`,
      tenant_id: world.tenantId,
      zone_id: world.zoneId,
    })
    await database.knex('user_codes').insert({ user_id: person.userId, code_id: code })
    expect(await hit()).toMatchObject({ private: true, free: 3 })
    expect((await look()).site).toMatchObject({ id: world.siteId, private: true })

    const guest = await world.person()
    expect(await hit({}, guest)).toBeUndefined()
    await database.knex('events').where({ id: world.eventId }).update({ email_whitelist: '*@staff.example' })
    await database
      .knex('users')
      .where({ id: guest.userId })
      .update({ email: `g${guest.userId}@Staff.example` })
    expect(await hit({}, guest)).toMatchObject({ private: true, free: 3 })
  })

  it('reveals a private access time only to those whom it admits [PRIV-1] [EVT-1]', async () => {
    await database.knex('events').where({ id: world.eventId }).update({ mode: 'private' })
    const refusal = { code: 'not-permitted-then', field: 'start' }
    expect(await hit()).toMatchObject({ free: 0, refusal, fix: null })
    expect((await look()).places[0]).toMatchObject({ state: 'unavailable', refusal, fix: null, offer: null })
    const list = async (by = person) => done(await by.ask(accessTimes, { siteId: world.siteId }))
    expect(await list()).toEqual([])
    await database.knex('event_users').insert({ event_id: world.eventId, user_id: person.userId, source: 'operator' })
    expect(await list()).toMatchObject([
      { id: world.eventId, name: 'Always', slotMinutes: 15, stages: [{ untilMinutes: 60, priceCents: 150 }, {}] },
    ])
    expect(await hit()).toMatchObject({ free: 3 })
  })

  it('tells a blocked person who blocked them where, and offers nothing there [ACC-11]', async () => {
    const manager = await plantUser(database.knex, `rm-${world.siteId}`, 'Reservation Manager')
    await database.knex('users').where({ id: manager }).update({
      firstname: 'Ruth',
      lastname: 'Meier',
      rm_contact_email: 'ruth@zone.example',
      rm_contact_phone_number: '+49 761 1234',
    })
    const block = { user_id: person.userId, zone_id: world.zoneId, block_reason: 'no-show', block_rm_id: manager }
    await insert(database.knex, 'blocked_users', block)
    const by = { by: 'Ruth Meier', email: 'ruth@zone.example', phone: '+49 761 1234', reason: 'no-show' }
    const refusal = { code: 'user-blocked', params: { contact: 'Ruth Meier, ruth@zone.example, +49 761 1234' } }
    expect(await hit()).toMatchObject({ free: 0, fix: null, blocked: by, refusal })
    const seen = await look()
    expect(seen.blocked).toMatchObject(by)
    expect(seen.places[0]).toMatchObject({ refusal, offer: null, fix: null, state: 'unavailable' })
    expect(refusedWith(await person.ask(accessTimes, { siteId: world.siteId }))).toBe('user-blocked')

    const zone = await insert(database.knex, 'zones', { tenant_id: world.tenantId, name: 'Second' })
    await database.knex('site_zones').insert({ site_id: world.siteId, zone_id: zone })
    await insert(database.knex, 'events', { zone_id: zone, name: 'Beside', starts_on: '2020-01-01' })
    expect(await hit()).toMatchObject({ free: 3, fromCents: 0, blocked: null, refusal: null })
    expect((await look()).places[0]).toMatchObject({ offer: { event: { name: 'Beside' }, priceCents: 0 } })
  })
})
