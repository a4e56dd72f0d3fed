import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { abandon, type FixView, hold, type PlaceView, places, search } from '../../contract/reservations/book.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import abandonHandler from './abandon.ts'
import holdHandler from './hold.ts'
import placesHandler from './places.ts'
import searchHandler from './search.ts'
import { type BookingWorld, bookingWorld, done, quarterAfter, type TestPerson } from './testing/booking-world.ts'

interface Span {
  readonly start: string
  readonly end: string
}
const handlers = [searchHandler, placesHandler, holdHandler, abandonHandler]
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
let database: TestDatabase
let world: BookingWorld
let person: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  world = await bookingWorld(database.knex, { places: 3, handlers })
  // Rate limits are not tested here.
  Object.assign(world.context, { limits: { take: async () => null } })
  person = await world.person()
})

const place = (n: number) => world.deviceIds[n] ?? 0
const iso = (time: number) => new Date(time).toISOString()
/** From noon of a future day, in minutes; noon UTC is the same day in Berlin. */
const noon = () => Math.ceil(Date.now() / day) * day + day + day / 2
const span = (from = 0, minutes = 60): Span => ({
  start: iso(noon() + from * minute),
  end: iso(noon() + (from + minutes) * minute),
})
const look = async (asked: Span) => done(await person.ask(places, { siteId: world.siteId, ...asked }))
const seenPlace = async (asked: Span, id = place(0)): Promise<PlaceView> => {
  const found = (await look(asked)).places.find(({ device }) => device.id === id)
  if (!found) throw new Error(`no place ${id}`)
  return found
}
const rule = (change: object) => database.knex('events').where({ id: world.eventId }).update(change)
const claim = (deviceId: number, when: Span, more: object = {}) =>
  insert(database.knex, 'reservations', {
    site_id: world.siteId,
    device_id: deviceId,
    starts_at: when.start,
    ends_at: when.end,
    state: 'RESERVED',
    reserved_at: new Date(),
    ...more,
  })
const holding = (seconds: number) => ({
  state: 'CREATED',
  reserved_at: null,
  hold_kind: 'choosing',
  held_until: new Date(Date.now() + seconds * 1_000),
})
/** The span and place of a fix. */
function applied(fix: FixView | null, asked: Span, deviceId: number): { span: Span; deviceId: number } {
  if (!fix || fix.kind === 'site') throw new Error(`no fix to apply: ${JSON.stringify(fix)}`)
  return fix.kind === 'device'
    ? { span: asked, deviceId: fix.deviceId }
    : { span: { start: fix.start, end: fix.end }, deviceId }
}

describe('a request that a rule refuses', () => {
  it.each<[string, object, () => Span, object, object | null]>([
    [
      'starts in the past',
      {},
      () => span(Math.ceil((Date.now() - hour - noon()) / (15 * minute)) * 15),
      { code: 'start-in-past', field: 'start' },
      {},
    ],
    [
      'ends before it starts',
      {},
      () => ({ start: span().end, end: span().start }),
      { code: 'start-after-end', field: 'end' },
      {},
    ],
    ['has no length', {}, () => span(0, 0), { code: 'duration-zero', field: 'end' }, {}],
    ['is before the first day', { starts_on: '2099-01-01' }, span, { code: 'no-access-time', field: 'start' }, null],
    [
      'is outside of the daily window',
      { full_day: false, daily_from: '13:30', daily_until: '22:00' },
      () => span(-180),
      { code: 'outside-access-time', field: 'start', params: { from: '13:30', until: '22:00' } },
      { kind: 'later' },
    ],
    [
      'takes two days',
      { single_day: true },
      () => span(0, 1_440),
      { code: 'not-same-day', field: 'end' },
      { kind: 'later' },
    ],
    [
      'is too short',
      { min_duration_minutes: 120 },
      span,
      { code: 'duration-too-short', field: 'end', params: { minutes: 120 } },
      { kind: 'longer', minutes: 60 },
    ],
    [
      'is too long',
      { max_duration_minutes: 45 },
      span,
      { code: 'duration-too-long', field: 'end', params: { minutes: 45 } },
      { kind: 'shorter', minutes: 15 },
    ],
    [
      'is no multiple of the slot',
      {},
      () => span(0, 65),
      { code: 'slot-mismatch', field: 'end', params: { slotMinutes: 15 } },
      { kind: 'shorter', minutes: 5 },
    ],
    [
      'is requested too late',
      { prebook_min_minutes: 5 * 1_440 },
      span,
      { code: 'prebook-too-late', field: 'start', params: { minutes: 7_200 } },
      { kind: 'later' },
    ],
    [
      'is requested too early',
      { prebook_max_minutes: 60 },
      span,
      { code: 'prebook-too-early', field: 'start', params: { minutes: 60 } },
      null,
    ],
  ])('%s: its code, its field, and what to do instead [BOOK-3] [EVT-1]', async (_, change, request, refusal, fix) => {
    if (Object.keys(change).length > 0) await rule(change)
    const asked = request()
    const seen = await seenPlace(asked)
    expect(seen).toMatchObject({ state: 'unavailable', refusal, offer: null })
    const [found] = done(await person.ask(search, { siteId: world.siteId, ...asked })).sites
    expect(found).toMatchObject({ free: 0, maximum: 3, refusal })
    if (fix === null) return expect(seen.fix).toBeNull()
    expect(seen.fix).toMatchObject(fix)
    const better = applied(seen.fix, asked, place(0))
    expect(await seenPlace(better.span)).toMatchObject({
      state: 'free',
      refusal: null,
      fix: null,
      offer: { event: { id: world.eventId } },
    })
  })

  it('is refused for another type of device, which no other span fixes [BOOK-3] [EVT-1]', async () => {
    const other = await one<{ id: number }>(database.knex, "select id from device_types where type = 'LOCKER'")
    await database.knex('event_device_types').insert({ event_id: world.eventId, device_type_id: other.id })
    expect(await seenPlace(span())).toMatchObject({
      refusal: { code: 'no-access-time', field: 'deviceTypeId' },
      fix: null,
    })
  })

  it('passes under another access time, the cheapest that is not deleted [BOOK-6] [EVT-1]', async () => {
    const event = (more: object) =>
      insert(database.knex, 'events', { zone_id: world.zoneId, name: 'Free', starts_on: '2020-01-01', ...more })
    await event({ deleted_at: new Date() })
    expect(await seenPlace(span())).toMatchObject({ offer: { priceCents: 150, netCents: 126, taxCents: 24 } })
    const free = await event({ licence_plate_mandatory: true, refund_until_minutes: 30 })
    expect(await seenPlace(span())).toMatchObject({
      offer: { event: { id: free }, priceCents: 0, licencePlateMandatory: true, refundUntilMinutes: 30 },
    })
  })

  it.each([25, 23])('is checked in the time zone of the site: a day of %s hours is one day [BOOK-4]', async (hours) => {
    await rule({ min_duration_minutes: 1_440, max_duration_minutes: 1_440 })
    const evening = beforeDayOf(hours)
    const end = iso(evening + hours * hour)
    // A tariff with hours is priced by duration.
    const priceCents = hours > 24 ? 600 + 150 : 600
    expect(await seenPlace({ start: iso(evening), end })).toMatchObject({ state: 'free', offer: { priceCents } })
    const kind = hours > 24 ? 'longer' : 'shorter'
    const plain = await seenPlace({ start: iso(evening), end: iso(evening + day) })
    expect(plain).toMatchObject({ state: 'unavailable', fix: { kind, minutes: 60, end } })
    expect((await seenPlace({ start: iso(evening + 2 * day), end: iso(evening + 3 * day) })).state).toBe('free')
  })
})

/** Ten in the evening before the next day in Berlin that has so many hours. */
function beforeDayOf(hours: number): number {
  let day = Temporal.Now.zonedDateTimeISO('Europe/Berlin').add({ days: 3 }).startOfDay()
  while (day.hoursInDay !== hours) day = day.add({ days: 1 })
  return day.subtract({ hours: 2 }).epochMilliseconds
}

describe('obstacles', () => {
  it('shows until when a place is held, what is taken, and a free place beside it [BOOK-1] [HOLD-1]', async () => {
    const asked = span()
    await claim(place(0), asked, holding(60))
    await claim(place(1), asked)
    const seen = (await look(asked)).places
    expect(seen.map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['held', 'place-held'],
      ['taken', 'place-taken'],
      ['free', undefined],
    ])
    expect(Date.parse(String(seen[0]?.refusal?.params['until'])) - Date.now()).toBeGreaterThan(50_000)
    expect(seen[0]?.fix).toEqual({ kind: 'device', deviceId: place(2), name: 'Lot 3' })
    await claim(place(2), asked)
    expect((await look(asked)).places.map(({ fix }) => fix?.kind)).toEqual(['later', 'later', 'later'])
  })

  it('refuses spans that touch maintenance, excluding its end [BOOK-3]', async () => {
    const asked = span()
    const period = { scope: 'site', site_id: world.siteId, reason: 'snow' }
    await insert(database.knex, 'maintenance_periods', {
      ...period,
      starts_at: asked.start,
      ends_at: iso(Date.parse(asked.end) + hour),
    })
    expect(await seenPlace(asked)).toMatchObject({
      state: 'unavailable',
      refusal: { code: 'maintenance-then', field: 'deviceId' },
    })
    const [found] = done(await person.ask(search, { siteId: world.siteId, ...asked })).sites
    expect(found).toMatchObject({ refusal: { code: 'maintenance-then' }, fix: { kind: 'later', minutes: 120 } })
    await insert(database.knex, 'maintenance_periods', { ...period, starts_at: iso(noon() - 3 * day) })
    expect(await seenPlace(asked)).toMatchObject({ fix: null })
  })

  it('does not offer an unreliable device within the hour, but later [BOOK-3]', async () => {
    const now = Date.now()
    const soon = { start: iso(now + 5 * minute), end: quarterAfter(now + 65 * minute) }
    const states = database.knex('device_states')
    await states
      .clone()
      .where({ device_id: place(0) })
      .update({ status: 'undefined' })
    await states
      .clone()
      .where({ device_id: place(1) })
      .update({ reachable: false })
    await states
      .clone()
      .where({ device_id: place(2) })
      .update({ status: 'occupied' })
    const seen = (await look(soon)).places
    expect(seen.map(({ refusal }) => refusal?.code)).toEqual([
      'device-undefined',
      'device-unreachable',
      'place-occupied',
    ])
    expect(seen.map(({ fix }) => fix)).toMatchObject([
      { kind: 'later', minutes: 60 },
      { kind: 'later', minutes: 60 },
      { kind: 'later', minutes: 15 },
    ])
    expect((await look(span())).places.map(({ state }) => state)).toEqual(['free', 'free', 'free'])
  })

  it('shows companions and options; a door under maintenance closes the places behind it [BOOK-2] [RES-7]', async () => {
    const door = await one<{ id: number }>(database.knex, "select id from device_types where type = 'DOOR'")
    const device = { gateway_id: world.gatewayId, site_id: world.siteId, device_type_id: door.id }
    const entrance = await insert(database.knex, 'devices', {
      ...device,
      name: 'Door',
      hardware_id: `d-${world.siteId}`,
      is_mandatory: true,
      path_number: 1,
    })
    await database
      .knex('devices')
      .where({ id: place(0) })
      .update({ path_number: 1 })
    await database
      .knex('devices')
      .where({ id: place(1) })
      .update({ path_number: 2 })
    await database
      .knex('devices')
      .where({ id: place(2) })
      .update({ is_optional: true })
    const asked = span()
    const before = await look(asked)
    expect(before.mandatory).toMatchObject([{ id: entrance, name: 'Door', pathNumber: 1 }])
    expect(before.optional).toMatchObject([{ device: { id: place(2) }, state: 'free' }])
    expect(before.places.map(({ device: { id }, state }) => [id, state])).toEqual([
      [place(0), 'free'],
      [place(1), 'free'],
    ])
    await claim(place(2), asked)
    await insert(database.knex, 'maintenance_periods', {
      scope: 'device',
      device_id: entrance,
      reason: 'lock',
      starts_at: asked.start,
    })
    const after = await look(asked)
    expect(after.optional[0]?.state).toBe('taken')
    expect(after.places.map(({ refusal }) => refusal?.code)).toEqual(['maintenance-then', undefined])
    expect(after.places[0]?.fix).toMatchObject({ kind: 'device', deviceId: place(1) })
  })
})

describe('with random claims, maintenance and requests', () => {
  const step = 15
  const pieces = fc.array(
    fc.record({
      place: fc.nat(2),
      from: fc.integer({ min: -20, max: 24 }),
      steps: fc.integer({ min: 1, max: 30 }),
      held: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  const rules = fc.record(
    {
      slot_minutes: fc.constantFrom(15, 20, 60),
      min_duration_minutes: fc.constantFrom(-1, 45, 90),
      max_duration_minutes: fc.constantFrom(-1, 120),
      prebook_min_minutes: fc.constantFrom(0, 2_000),
      single_day: fc.boolean(),
      window: fc.constantFrom(null, ['10:00', '16:30'] as const, ['20:00', '06:00'] as const),
    },
    { noNullPrototype: true },
  )
  const requests = fc.record({ from: fc.integer({ min: -3, max: 16 }), steps: fc.integer({ min: 0, max: 12 }) })

  it('places, search and hold agree, and every fix leads to a free place [BOOK-1] [BOOK-3] [HOLD-1]', async () => {
    let fixed = 0
    await fc.assert(
      fc.asyncProperty(pieces, rules, requests, fc.nat(2), async (claims, { window, ...rest }, request, n) => {
        await database.knex('reservations').where({ site_id: world.siteId }).whereNot({ state: 'CANCELED' }).delete()
        await rule({
          ...rest,
          full_day: window === null,
          daily_from: window?.[0] ?? null,
          daily_until: window?.[1] ?? null,
        })
        for (const { place: at, from, steps, held } of claims)
          await claim(place(at), span(from * step, steps * step), held ? holding(60) : {}).catch(
            () => 'it overlaps another',
          )
        const asked = span(request.from * step, request.steps * step)
        const seen = (await look(asked)).places
        const [found] = done(await person.ask(search, { siteId: world.siteId, ...asked })).sites
        expect(found?.free).toBe(seen.filter(({ state }) => state === 'free').length)

        const chosen = seen[n]
        if (!chosen || !found) throw new Error('the site has three places')
        const held = async (when: Span, deviceId: number) => {
          const answer = await person.send(hold, { siteId: world.siteId, ...when, deviceId })
          if (!answer.ok) return answer.refusal.code
          done(await person.send(abandon, { reservationId: answer.reply.reservation.id }))
          return answer.reply.reservation.priceCents
        }
        expect(await held(asked, chosen.device.id)).toBe(chosen.refusal?.code ?? chosen.offer?.priceCents)
        for (const fix of [chosen.fix, found.fix]) {
          if (!fix || fix.kind === 'site') continue
          fixed += 1
          const better = applied(fix, asked, chosen.device.id)
          const then = (await look(better.span)).places.filter(({ state }) => state === 'free')
          const free = fix === chosen.fix ? then.find(({ device }) => device.id === better.deviceId) : then[0]
          expect(free?.offer, JSON.stringify(fix)).toBeTruthy()
          expect(await held(better.span, free?.device.id ?? 0)).toBe(free?.offer?.priceCents)
        }
        if (found.free > 0) expect(found).toMatchObject({ fix: null, refusal: null })
      }),
      {
        numRuns: 30,
        examples: [
          [
            [],
            {
              slot_minutes: 15,
              min_duration_minutes: -1,
              max_duration_minutes: -1,
              prebook_min_minutes: 0,
              single_day: false,
              window: null,
            },
            { from: 0, steps: 4 },
            0,
          ],
        ],
      },
    )
    expect(fixed).toBeGreaterThan(5)
  })
})
