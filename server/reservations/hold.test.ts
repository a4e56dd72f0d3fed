import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abandon, amend, finalize, hold } from '../../contract/reservations/book.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import abandonHandler from './abandon.ts'
import amendHandler from './amend.ts'
import { expireHolds } from './expire.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith } from './testing/booking-world.ts'

const handlers = [holdHandler, amendHandler, abandonHandler, finalizeHandler]
let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await bookingWorld(database.knex, { places: 3, handlers })
})
afterAll(() => database.close())

let hours = 24
/** A full hour that no other test uses. */
function freshHour(): { start: string; end: string } {
  hours += 2
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000)
  return { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
}
const place = (n: number) => world.deviceIds[n] ?? 0
const request = (deviceId?: number) => ({ siteId: world.siteId, ...freshHour(), ...(deviceId ? { deviceId } : {}) })
const age = (id: number, seconds: number) =>
  database.knex.raw(
    'update reservations set held_until = held_until - make_interval(secs => ?) where id = ? or parent_id = ?',
    [seconds, id, id],
  )

it('holds a place for two minutes, and books it for the price shown [HOLD-1] [BOOK-6] [PAY-1]', async () => {
  const person = await world.person(1_000)
  const held = done(await person.send(hold, request(place(0)))).reservation
  expect(held).toMatchObject({
    state: 'CREATED',
    priceCents: 150,
    hold: { kind: 'choosing' },
    device: { id: place(0) },
  })
  const left = Date.parse(held.hold?.until ?? '') - Date.parse(held.createdAt)
  expect(left).toBeGreaterThan(119_000)
  expect(left).toBeLessThanOrEqual(120_500)
  const pay = { paymentMethod: 'credit', priceCents: 150 } as const
  const booked = done(await person.send(finalize, { reservationId: held.id, ...pay })).reservation
  expect(booked).toMatchObject({ state: 'RESERVED', paidCents: 150, hold: null, netCents: 126, taxCents: 24 })
  const { balance } = await one<{ balance: number }>(
    database.knex,
    'select balance_cents as balance from accounts where user_id = ?',
    [person.userId],
  )
  expect(balance).toBe(850)
})

it('returns the person’s own hold, and replaces it with a new request [HOLD-1]', async () => {
  const person = await world.person()
  const wanted = request(place(0))
  const first = done(await person.send(hold, wanted))
  const again = done(await person.send(hold, wanted))
  expect(again).toMatchObject({ found: true, reservation: { id: first.reservation.id, hold: first.reservation.hold } })
  const other = done(await person.send(hold, { ...wanted, deviceId: place(1) }))
  expect(other.found).toBe(false)
  expect(await database.knex('reservations').where({ user_id: person.userId, state: 'CREATED' }).pluck('id')).toEqual([
    other.reservation.id,
  ])
  const next = await world.person()
  expect(done(await next.send(hold, wanted)).reservation.device.id).toBe(place(0))
})

it('keeps a held place from others until it expires, and then frees it at once, without any job [HOLD-1]', async () => {
  const [first, second] = [await world.person(), await world.person()]
  const wanted = request(place(0))
  const held = done(await first.send(hold, wanted)).reservation
  expect(refusedWith(await second.send(hold, wanted))).toBe('place-held')
  await age(held.id, 121)
  expect(done(await second.send(hold, wanted)).reservation.state).toBe('CREATED')
  const ended = await database.knex('reservations').where({ id: held.id }).first()
  expect(ended).toMatchObject({ state: 'CANCELED', timed_out: true, end_reason: 'hold-expired' })
  expect(
    refusedWith(await first.send(finalize, { reservationId: held.id, paymentMethod: 'credit', priceCents: 150 })),
  ).toBe('hold-expired')
})

it('refuses to book an expired hold, even if nobody else wants the place [HOLD-1] [HOLD-2]', async () => {
  const person = await world.person()
  const held = done(await person.send(hold, request(place(0)))).reservation
  await age(held.id, 121)
  const pay = { reservationId: held.id, paymentMethod: 'credit', priceCents: 150 } as const
  expect(refusedWith(await person.send(finalize, pay))).toBe('hold-expired')
  expect(await expireHolds(database.knex)).toBeGreaterThan(0)
  expect(await database.knex('reservations').where({ id: held.id }).first()).toMatchObject({
    state: 'CANCELED',
    timed_out: true,
  })
  expect(await database.knex('reservation_history').where({ reservation_id: held.id }).pluck('type')).toEqual([
    'held',
    'timed-out',
  ])
})

it('frees the place at once when it is abandoned [HOLD-3]', async () => {
  const [first, second] = [await world.person(), await world.person()]
  const wanted = request(place(0))
  const held = done(await first.send(hold, wanted)).reservation
  expect(done(await first.send(abandon, { reservationId: held.id }))).toEqual({ abandoned: true })
  expect(done(await first.send(abandon, { reservationId: held.id }))).toEqual({ abandoned: false })
  expect(done(await second.send(hold, wanted)).found).toBe(false)
  expect(refusedWith(await second.send(abandon, { reservationId: held.id }))).toBe('not-found')
})

it('keeps the typed details, and the remaining time unchanged [HOLD-4]', async () => {
  const person = await world.person()
  const held = done(
    await person.send(hold, {
      ...request(place(0)),
      note: 'red bike',
      timePeriodIndex: 2,
      siteFromSearchResults: world.siteId,
    }),
  ).reservation
  const typed = {
    licencePlate: 'FR-X 1',
    rfidToken: '04A2',
    useAutomaticAccess: true,
    rememberAcceptDocumentsDecision: true,
  }
  const amended = done(await person.send(amend, { reservationId: held.id, ...typed })).reservation
  expect(amended).toMatchObject({
    ...typed,
    note: 'red bike',
    timePeriodIndex: 2,
    siteFromSearchResults: world.siteId,
    hold: held.hold,
  })
  expect(done(await person.send(amend, { reservationId: held.id, note: null })).reservation.note).toBeNull()
})

it('books once when the booking is sent twice [BOOK-7]', async () => {
  const person = await world.person(1_000)
  const wanted = request(place(0))
  const holdId = randomUUID()
  const both = await Promise.all([person.send(hold, wanted, holdId), person.send(hold, wanted, holdId)])
  const [a, b] = both.map((answer) => done(answer).reservation.id)
  expect(a).toBe(b)
  const pay = { reservationId: a ?? 0, paymentMethod: 'credit', priceCents: 150 } as const
  const finalizeId = randomUUID()
  await Promise.all([person.send(finalize, pay, finalizeId), person.send(finalize, pay, finalizeId)])
  expect(refusedWith(await person.send(finalize, pay))).toBe('reservation-state')
  const spent = await many(database.knex, "select 1 from transactions where reservation_id = ? and kind = 'booking'", [
    a ?? 0,
  ])
  expect(spent).toHaveLength(1)
})

it('takes any free place if none is named, and refuses if there is none [BOOK-3]', async () => {
  const wanted = request()
  const got = new Set<number>()
  for (let n = 0; n < 3; n += 1) {
    const person = await world.person()
    got.add(done(await person.send(hold, wanted)).reservation.device.id)
  }
  expect(got).toEqual(new Set(world.deviceIds))
  expect(refusedWith(await (await world.person()).send(hold, wanted))).toBe('no-free-place')
})

it('names missing fields, and what does not exist for the person [BOOK-3] [PRIV-1]', async () => {
  const person = await world.person()
  const missing = await person.send(hold, { siteId: world.siteId })
  expect(missing).toMatchObject({
    ok: false,
    refusal: { code: 'fields-missing', fields: [{ path: 'start' }, { path: 'end' }] },
  })
  expect(refusedWith(await person.send(hold, { ...request(), siteId: 999_999 }))).toBe('site-invalid')
  const { knex } = database
  await knex('zones').where({ id: world.zoneId }).update({ private: true })
  expect(refusedWith(await person.send(hold, request()))).toBe('site-private')
  await knex('event_users').insert({ event_id: world.eventId, user_id: person.userId, source: 'code' })
  expect(done(await person.send(hold, request())).found).toBe(false)
  await knex('zones').where({ id: world.zoneId }).update({ private: false })
})

it('refuses blocked people, and names whom to contact [ACC-11]', async () => {
  const person = await world.person()
  const held = done(await person.send(hold, request(place(0)))).reservation
  await insert(database.knex, 'blocked_users', {
    user_id: person.userId,
    zone_id: world.zoneId,
    block_reason: 'parks across',
  })
  const answer = await person.send(hold, request())
  expect(answer).toMatchObject({
    ok: false,
    refusal: { code: 'user-blocked', params: { zone: expect.any(String) as string } },
  })
  expect(
    refusedWith(await person.send(finalize, { reservationId: held.id, paymentMethod: 'credit', priceCents: 150 })),
  ).toBe('user-blocked')
})

it('refuses a changed price, insufficient credit, and foreign cost centres [PAY-1] [PAY-2]', async () => {
  const person = await world.person(100)
  const { id } = done(await person.send(hold, request(place(0)))).reservation
  const pay = { reservationId: id, paymentMethod: 'credit', priceCents: 150 } as const
  expect(refusedWith(await person.send(finalize, { ...pay, priceCents: 100 }))).toBe('price-changed')
  expect(refusedWith(await person.send(finalize, pay))).toBe('insufficient-credit')
  expect(refusedWith(await person.send(finalize, { ...pay, paymentMethod: 'free' }))).toBe('payment-method-not-allowed')
  expect(refusedWith(await person.send(finalize, { ...pay, paymentMethod: 'card' }))).toBe(
    'payment-provider-unavailable',
  )
  const centre = await insert(database.knex, 'cost_centers', {
    tenant_id: world.tenantId,
    number: '4711',
    name: 'Fleet',
  })
  const byCentre = { ...pay, paymentMethod: 'cost-center', costCenterId: centre } as const
  expect(refusedWith(await person.send(finalize, byCentre))).toBe('cost-center-not-allowed')
  await database.knex('user_cost_centers').insert({ user_id: person.userId, cost_center_id: centre })
  expect(done(await person.send(finalize, byCentre)).reservation).toMatchObject({
    state: 'RESERVED',
    costCenter: { number: '4711' },
    paidCents: 150,
  })
})

it('includes the door, shared with everybody, and an option exclusively [RES-7] [BOOK-2]', async () => {
  const { knex } = database
  const type = async (name: string) =>
    (await one<{ id: number }>(knex, 'select id from device_types where type = ?', [name])).id
  const device = async (name: string, typeName: string, more: object) =>
    insert(knex, 'devices', {
      name,
      hardware_id: name,
      gateway_id: world.gatewayId,
      site_id: world.siteId,
      device_type_id: await type(typeName),
      ...more,
    })
  const door = await device('Door', 'DOOR', { is_mandatory: true })
  const locker = await device('Locker', 'LOCKER', { is_optional: true })
  await knex('device_states').whereIn('device_id', [door, locker]).update({ status: 'free' })
  const wanted = request(place(0))
  const [first, second] = [await world.person(), await world.person()]
  const held = done(await first.send(hold, { ...wanted, optionalDeviceIds: [locker] })).reservation
  expect(held.children.map((child) => [child.id, child.mandatory])).toEqual([
    [door, true],
    [locker, false],
  ])
  const other = { ...wanted, deviceId: place(1) }
  expect(refusedWith(await second.send(hold, { ...other, optionalDeviceIds: [locker] }))).toBe('option-not-available')
  expect(done(await second.send(hold, other)).reservation.children.map((child) => child.id)).toEqual([door])
  done(await first.send(amend, { reservationId: held.id, optionalDeviceIds: [] }))
  const mine = done(
    await second.send(amend, {
      reservationId: done(await second.send(hold, other)).reservation.id,
      optionalDeviceIds: [locker],
    }),
  )
  expect(mine.reservation.children.map((child) => child.id)).toEqual([door, locker])
  await knex('devices').whereIn('id', [door, locker]).update({ retired_at: new Date() })
})

it('lets only listed people book an access time that has a list, public or not [PRIV-2] [EVT-1]', async () => {
  const person = await world.person()
  await database
    .knex('events')
    .where({ id: world.eventId })
    .update({ email_whitelist: 'boss@example.org, *@staff.example' })
  expect(refusedWith(await person.send(hold, request()))).toBe('not-permitted-then')
  await database
    .knex('users')
    .where({ id: person.userId })
    .update({ email: `p${person.userId}@Staff.example` })
  expect(done(await person.send(hold, request())).found).toBe(false)
  await database.knex('events').where({ id: world.eventId }).update({ email_whitelist: null })
})
