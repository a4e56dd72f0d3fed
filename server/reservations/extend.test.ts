import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hold } from '../../contract/reservations/book.ts'
import { cancel, extend, extension, share } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { createTestProvider } from '../payment-provider/test-provider.ts'
import { settlePayment } from '../payments/settle.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { balanceOf, book, endIn, hour, lifeHandlers, plantDevice, shift } from './testing/life.ts'
import { readReservations } from './view.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson
let lots: number[]

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** An hour costs 1.50 €, a day 6 €; at most 20 hours in hours. */
const event = { slot_minutes: 60, max_duration_minutes: 1_200, prebook_min_minutes: 30, prebook_max_minutes: 10_000 }
beforeEach(async () => {
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, event })
  person = await world.person()
  lots = world.deviceIds
})

const lot = (n: number) => lots[n] ?? 0
const ask = async (reservationId: number, until: number) =>
  done(await person.ask(extension, { reservationId, end: hour(until) }))
const request = (reservationId: number, until: number, priceCents: number, more: object = {}) =>
  ({
    reservationId,
    end: hour(until),
    paymentMethod: priceCents === 0 ? 'free' : 'credit',
    priceCents,
    ...more,
  }) as const
const children = (id: number) =>
  many<{ device_id: number; state: string }>(
    db.knex,
    'select device_id, state from reservations where parent_id = ? order by device_id',
    [id],
  )

describe('extending', () => {
  it('adds a connected follow-up with the same access data for the difference in price [RES-4] [PAY-1]', async () => {
    const box = await plantDevice(db.knex, world, 'BIKE_BOX', { is_optional: true, path_number: -1 })
    const gate = await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: -1 })
    const method = await insert(db.knex, 'device_access_methods', {
      name: `pin-${world.siteId}`,
      display_name: 'PIN',
      attributes: ['pin'],
    })
    await db.knex('device_method_links').insert({ device_id: gate, access_method_id: method })
    const first = await book(person, world, {
      deviceId: lot(0),
      optionalDeviceIds: [box],
      note: 'Blue car',
      licencePlate: 'DD-X 1',
    })
    expect(first.pin).toMatch(/^\d{8}$/)
    expect(await ask(first.id, 27)).toMatchObject({ refusal: null, fix: null, priceCents: 450, moves: [] })
    const { reservation: next, payment } = done(await person.send(extend, request(first.id, 27, 450)))
    expect(payment).toBeNull()
    expect(next).toMatchObject({
      state: 'RESERVED',
      start: first.end,
      end: hour(27),
      device: { id: lot(0) },
      note: 'Blue car',
      licencePlate: 'DD-X 1',
      pin: first.pin,
      priceCents: 450,
      follows: { id: first.id },
      rules: first.rules,
    })
    expect((await children(next.id)).map(({ device_id }) => device_id)).toEqual([box, gate])
    expect(await balanceOf(db.knex, person.userId)).toBe(10_000 - 600)
    const [told] = await many<{ view: { followedBy: { id: number } } }>(
      db.knex,
      `select c -> 'view' as view from outbox, jsonb_array_elements(changes) c
       where c ->> 'kind' = 'reservation' and (c ->> 'id')::int = ? order by outbox.id desc limit 1`,
      [first.id],
    )
    expect(told?.view.followedBy.id).toBe(next.id)
  })

  it('costs the same in steps as at once [RES-4]', async () => {
    const first = await book(person, world, { from: 24, until: 25 })
    let last = first.id
    for (const [until, price] of [
      [26, 450],
      [30, 0],
      [44, 0],
    ] as const) {
      expect((await ask(last, until)).priceCents).toBe(price)
      last = done(await person.send(extend, request(last, until, price))).reservation.id
    }
    expect(await balanceOf(db.knex, person.userId)).toBe(10_000 - 600)
    expect(await ask(last, 45)).toMatchObject({ refusal: { code: 'duration-too-long', params: { minutes: 1_200 } } })
  })

  it('checks the whole stay against its access time, except its start and the time of booking [RES-4] [BOOK-3]', async () => {
    const { id } = await book(person, world, { from: 24, until: 26 })
    await shift(db.knex, id, -25 * 60)
    const at = async (minutes: number) => {
      const { end } = (await db.knex('reservations').where({ id }).first('ends_at as end')) as { end: Date }
      const input = { reservationId: id, end: new Date(end.getTime() + minutes * 60_000).toISOString() }
      return done(await person.ask(extension, input))
    }
    expect(await at(60)).toMatchObject({ refusal: null })
    expect(await at(90)).toMatchObject({
      refusal: { code: 'slot-mismatch', field: 'end' },
      fix: { kind: 'shorter', minutes: 30 },
    })
    expect(await at(30)).toMatchObject({ refusal: { code: 'slot-mismatch' }, fix: { kind: 'longer', minutes: 30 } })
    expect(await at(20 * 60)).toMatchObject({
      refusal: { code: 'duration-too-long' },
      fix: { kind: 'shorter', minutes: 120 },
    })
    expect(await at(0)).toMatchObject({ refusal: { code: 'duration-zero' }, fix: null })
    expect(await at(-60)).toMatchObject({ refusal: { code: 'start-after-end' } })
  })

  it('offers an equivalent place and the nearest end when somebody else follows [RES-4]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0) })
    await book(await world.person(), world, { deviceId: lot(0), from: 27, until: 28 })
    await book(await world.person(), world, { deviceId: lot(1), from: 26, until: 27 })
    const offer = await ask(id, 28)
    expect(offer).toMatchObject({
      refusal: { code: 'place-taken', field: 'end' },
      fix: { kind: 'shorter', minutes: 60, start: hour(25), end: hour(27) },
      moves: [{ device: { id: lot(2) }, priceCents: 450 }],
    })
    expect(refusedWith(await person.send(extend, request(id, 28, 450)))).toBe('place-taken')
    expect(refusedWith(await person.send(extend, request(id, 28, 450, { deviceId: lot(1) })))).toBe('place-taken')
    const moved = done(await person.send(extend, request(id, 28, 450, { deviceId: lot(2) }))).reservation
    expect(moved).toMatchObject({ device: { id: lot(2) }, follows: { id }, start: hour(25) })
    expect(refusedWith(await person.send(extend, request(moved.id, 29, 0, { deviceId: 999_999 })))).toBe(
      'device-not-equivalent',
    )
  })

  it('is refused when maintenance or a hold follows, which it names [RES-4] [HOLD-1]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0) })
    const held = { siteId: world.siteId, start: hour(26), end: hour(27), deviceId: lot(0) }
    const other = done(await (await world.person()).send(hold, held)).reservation
    expect((await ask(id, 28)).refusal?.code).toBe('place-held')
    expect(refusedWith(await person.send(extend, request(id, 28, 450)))).toBe('place-held')
    // The hold expires: nothing needs to be cleared first.
    await db
      .knex('reservations')
      .where({ id: other.id })
      .update({ held_until: new Date(Date.now() - 1_000) })
    expect((await ask(id, 28)).refusal).toBeNull()
    const period = { scope: 'site', site_id: world.siteId, reason: 'Paint', starts_at: hour(26) }
    await insert(db.knex, 'maintenance_periods', period)
    expect(await ask(id, 28)).toMatchObject({
      refusal: { code: 'maintenance-then' },
      fix: { kind: 'shorter', end: hour(26) },
      moves: [],
    })
    expect(refusedWith(await person.send(extend, request(id, 28, 450)))).toBe('maintenance-then')
    done(await person.send(extend, request(id, 26, 450)))
  })

  it('stays at a device that has fallen silent, but does not move to one [RES-4]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0) })
    await endIn(db.knex, id, 30)
    await db
      .knex('device_states')
      .whereIn('device_id', [lot(0), lot(1)])
      .update({ reachable: false })
    const { end } = (await db.knex('reservations').where({ id }).first('ends_at as end')) as { end: Date }
    const later = new Date(Math.ceil(end.getTime() / 3_600_000 + 1) * 3_600_000).toISOString()
    const input = { reservationId: id, end: later, paymentMethod: 'credit', priceCents: 450 } as const
    expect(refusedWith(await person.send(extend, { ...input, deviceId: lot(1) }))).toBe('device-unreachable')
    done(await person.send(extend, input))
  })

  it('extends added options too, or is refused [RES-4] [RES-7]', async () => {
    const box = await plantDevice(db.knex, world, 'BIKE_BOX', { is_optional: true, path_number: -1 })
    const { id } = await book(person, world, { deviceId: lot(0), optionalDeviceIds: [box] })
    await book(await world.person(), world, { deviceId: lot(1), from: 25, until: 26, optionalDeviceIds: [box] })
    expect((await ask(id, 26)).refusal?.code).toBe('option-not-available')
    expect(refusedWith(await person.send(extend, request(id, 26, 450)))).toBe('option-not-available')
  })

  it('happens once when requested twice at the same moment, and only at the end of the stay [RES-4]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0) })
    const answers = await Promise.all([26, 27, 28].map((until) => person.send(extend, request(id, until, 450))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((each) => !each.ok).map(refusedWith)).toEqual(Array(2).fill('reservation-extended'))
    expect(await balanceOf(db.knex, person.userId)).toBe(10_000 - 600)
    expect(refusedWith(await person.ask(extension, { reservationId: id, end: hour(29) }))).toBe('reservation-extended')
  })

  it('races with others for the same time: one gets it [RES-4] [BOOK-5]', async () => {
    const only = await bookingWorld(db.knex, { handlers: lifeHandlers, places: 1, event })
    const somebody = await only.person()
    for (let round = 0; round < 4; round += 1) {
      const from = 24 + 3 * round
      const { id } = await book(somebody, only, { from })
      const other = await only.person()
      const [extended, held] = await Promise.all([
        somebody.send(extend, request(id, from + 2, 450)),
        other.send(hold, { siteId: only.siteId, start: hour(from + 1), end: hour(from + 2) }),
      ])
      expect([extended.ok, held.ok].filter(Boolean)).toHaveLength(1)
      if (!extended.ok) expect(refusedWith(extended)).toMatch(/^place-(held|taken)$/)
    }
  })

  it('leaves nothing behind when it cannot be paid [RES-4] [PAY-1]', async () => {
    const poor = await world.person(150)
    const { id } = await book(poor, world, { deviceId: lot(0) })
    const trace = () =>
      many(db.knex, 'select 1 from reservations where follows_id = ?', [id]).then((found) => found.length)
    expect(refusedWith(await poor.send(extend, request(id, 26, 450)))).toBe('insufficient-credit')
    expect(refusedWith(await poor.send(extend, request(id, 26, 449)))).toBe('price-changed')
    expect(refusedWith(await poor.send(extend, request(id, 26, 450, { paymentMethod: 'card' })))).toBe(
      'payment-provider-unavailable',
    )
    expect(await trace()).toBe(0)
  })

  it('waits for a card payment, and joins the stay when it is paid [RES-4] [TICK-1] [PAY-1]', async () => {
    const provider = createTestProvider({ knex: db.knex, pageUrl: 'http://pay.example', secret: randomBytes(32) })
    Object.assign(world.context, { payments: provider })
    const { id } = await book(person, world, { deviceId: lot(0) })
    const link = done(await person.send(share, { reservationId: id })).share
    const { reservation, payment } = done(await person.send(extend, request(id, 26, 450, { paymentMethod: 'card' })))
    expect(reservation).toMatchObject({ state: 'CREATED', hold: { kind: 'payment' } })
    expect(payment).toMatchObject({ state: 'pending', amountCents: 450, reservationId: reservation.id })
    expect(refusedWith(await person.send(cancel, { reservationId: id, refundCents: 150 }))).toBe('reservation-extended')
    const expiry = async () =>
      ((await db.knex('tokens').where({ id: link.id }).first('expires_at')) as { expires_at: Date }).expires_at
    expect((await expiry()).toISOString()).toBe(hour(25))
    const { id: paymentId } = (await db.knex('payments').where({ api_id: payment?.id }).first('id')) as { id: number }
    await db.knex.transaction((trx) =>
      settlePayment(trx, paymentId, { state: 'paid', paymentId: 'card-1' }, new Date()),
    )
    expect((await expiry()).toISOString()).toBe(hour(26))
    const read = await readReservations(db.knex, [id, reservation.id])
    expect(read.map(({ view }) => [view.state, view.followedBy?.id ?? null])).toEqual([
      ['RESERVED', reservation.id],
      ['RESERVED', null],
    ])
  })

  it('is refused to people blocked in the zone, to others, and once the stay is over [RES-4] [ACC-11]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0) })
    expect(refusedWith(await (await world.person()).ask(extension, { reservationId: id, end: hour(26) }))).toBe(
      'not-found',
    )
    const block = { user_id: person.userId, zone_id: world.zoneId, block_reason: 'Left rubbish' }
    await db.knex('blocked_users').insert(block)
    expect((await ask(id, 26)).refusal?.code).toBe('user-blocked')
    expect(refusedWith(await person.send(extend, request(id, 26, 450)))).toBe('user-blocked')
    await db.knex('blocked_users').where(block).delete()
    await db.knex('events').where({ id: world.eventId }).update({ deleted_at: new Date() })
    expect((await ask(id, 26)).refusal?.code).toBe('no-access-time')
    await shift(db.knex, id, -26 * 60)
    expect(refusedWith(await person.send(extend, request(id, 26, 450)))).toBe('reservation-over')
  })
})
