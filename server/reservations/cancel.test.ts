import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reservations as problems } from '../../contract/problems.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { cancel, extend, repairRefund, share } from '../../contract/reservations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { balanceOf, book, hour, lifeHandlers, operator, plantDevice, shift } from './testing/life.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  // An hour costs 1.51 €, half of which is not a whole number of cents.
  world = await bookingWorld(db.knex, {
    handlers: lifeHandlers,
    event: { refund_until_minutes: 120 },
    stages: [
      [60, 151],
      [1_440, 600],
    ],
  })
  person = await world.person(1_000)
})

const stateOf = async (id: number) =>
  (await db.knex('reservations').where({ id }).orWhere({ parent_id: id }).orderBy('id').select('state')).map(
    (each: { state: string }) => each.state,
  )
/** Moves the start to exactly so many minutes from now, by the database's clock. */
const startsIn = (id: number, minutes: number) =>
  db.knex.raw(
    `update reservations set starts_at = now() + make_interval(secs => :seconds), ends_at = now() + make_interval(secs => :seconds, hours => 1)
     where id = :id or parent_id = :id`,
    { id, seconds: minutes * 60 },
  )

describe('cancelling', () => {
  it.each([
    ['long before the lead time: all of it', 121, 151],
    ['at the lead time: half of it, the odd cent for the customer', 120, 76],
    ['after the lead time: half of it', 1, 76],
    ['once it has begun: nothing', -1, 0],
  ])('gives back %s [RES-5] [PAY-4]', async (_, minutes, cents) => {
    const { id } = await book(person, world)
    await startsIn(id, minutes)
    expect(done(await person.send(cancel, { reservationId: id, refundCents: cents }))).toEqual({
      reservationId: id,
      refundCents: cents,
    })
    expect(await stateOf(id)).toEqual(['STORNO'])
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000 - 151 + cents)
    expect(done(await (await operator(db.knex, world, { role: 'Admin' })).ask(problems, {}))).toEqual([])
  })

  it('refunds everything until the start if the deadline is 0 [RES-5]', async () => {
    const free = await bookingWorld(db.knex, { handlers: lifeHandlers, event: { refund_until_minutes: 0 } })
    const somebody = await free.person(1_000)
    const { id } = await book(somebody, free)
    await startsIn(id, 1)
    done(await somebody.send(cancel, { reservationId: id, refundCents: 150 }))
    expect(await balanceOf(db.knex, somebody.userId)).toBe(1_000)
  })

  it('applies the rule of the purchase, even if the access time has changed [RES-5] [EVT-1]', async () => {
    const { id } = await book(person, world)
    await db.knex('events').where({ id: world.eventId }).update({ refund_until_minutes: 100_000 })
    expect(done(await person.send(cancel, { reservationId: id, refundCents: 151 }))).toMatchObject({ refundCents: 151 })
  })

  it('asks again and does nothing when the refund differs from the one shown [RES-5]', async () => {
    const { id } = await book(person, world)
    await startsIn(id, 119)
    const answer = await person.send(cancel, { reservationId: id, refundCents: 151 })
    expect(answer).toEqual({ ok: false, refusal: { code: 'refund-changed', params: { refundCents: 76 } } })
    expect(await stateOf(id)).toEqual(['RESERVED'])
    expect(await balanceOf(db.knex, person.userId)).toBe(849)
  })

  it('refunds to the source of the payment, and shows the payer at once [PAY-2] [PAY-4]', async () => {
    const centre = { tenant_id: world.tenantId, number: '4711', name: 'Sales', active: true }
    const costCenterId = await insert(db.knex, 'cost_centers', centre)
    await db.knex('user_cost_centers').insert({ user_id: person.userId, cost_center_id: costCenterId })
    const request = { siteId: world.siteId, start: hour(30), end: hour(31) }
    const { id } = done(await person.send(hold, request)).reservation
    const byCentre = { reservationId: id, paymentMethod: 'cost-center', costCenterId, priceCents: 151 } as const
    done(await person.send(finalize, byCentre))
    const account = () =>
      one<{ cents: number }>(db.knex, 'select balance_cents as cents from accounts where cost_center_id = ?', [
        costCenterId,
      ])
    expect(await account()).toEqual({ cents: -151 })
    done(await person.send(cancel, { reservationId: id, refundCents: 151 }))
    expect(await account()).toEqual({ cents: 0 })
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000)

    const paid = await book(person, world, { from: 40 })
    done(await person.send(cancel, { reservationId: paid.id, refundCents: 151 }))
    const [told] = await many<{ cents: number }>(
      db.knex,
      `select (c -> 'view' ->> 'balanceCents')::int as cents from outbox, jsonb_array_elements(changes) c
       where c ->> 'kind' = 'me' and (c ->> 'id')::int = ? order by outbox.id desc limit 1`,
      [person.userId],
    )
    expect(told).toEqual({ cents: 1_000 })
  })

  it('includes the children and frees all places [RES-7]', async () => {
    const box = await plantDevice(db.knex, world, 'BIKE_BOX', { is_optional: true, path_number: -1 })
    await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: -1 })
    const request = { deviceId: world.deviceIds[0] ?? 0, optionalDeviceIds: [box] }
    const { id, children } = await book(person, world, request)
    expect(children).toHaveLength(2)
    done(await person.send(cancel, { reservationId: id, refundCents: 151 }))
    expect(await stateOf(id)).toEqual(['STORNO', 'STORNO', 'STORNO'])
    expect((await book(await world.person(), world, request)).state).toBe('RESERVED')
  })

  it('happens once, however many cancel at the same moment [RES-1] [PAY-4]', async () => {
    const { id } = await book(person, world)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => person.send(cancel, { reservationId: id, refundCents: 151 })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((each) => !each.ok).map(refusedWith)).toEqual(Array(3).fill('reservation-not-reserved'))
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000)
  })

  it('either cancels or extends when both are requested at once [RES-1] [RES-4]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const from = 24 + 3 * round
      const { id } = await book(person, world, { from, deviceId: world.deviceIds[0] ?? 0 })
      await giveBack(1_000)
      const [canceled, extended] = await Promise.all([
        person.send(cancel, { reservationId: id, refundCents: 151 }),
        person.send(extend, { reservationId: id, end: hour(from + 2), paymentMethod: 'credit', priceCents: 449 }),
      ])
      expect([canceled.ok, extended.ok].filter(Boolean)).toHaveLength(1)
      if (canceled.ok) expect(refusedWith(extended)).toBe('reservation-not-reserved')
      else expect(refusedWith(canceled)).toBe('reservation-extended')
    }
  })
  const giveBack = (cents: number) =>
    db.knex.raw(
      `insert into transactions (kind, from_account_id, to_account_id, amount_cents)
       select 'top-up', o.id, u.id, ? from accounts o, accounts u where o.provider = 'outside' and u.user_id = ?`,
      [cents, person.userId],
    )

  it('is for the owner and the operators of the zone; for others the reservation does not exist [RES-3]', async () => {
    const { id } = await book(person, world)
    const input = { reservationId: id, refundCents: 151 }
    expect(refusedWith(await (await world.person()).send(cancel, input))).toBe('not-found')
    expect(refusedWith(await (await operator(db.knex, world, { inZone: false })).send(cancel, input))).toBe('not-found')
    done(await (await operator(db.knex, world)).send(cancel, input))
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000)
  })

  it('is refused once the stay is over, and before it is booked [RES-1]', async () => {
    const { id } = await book(person, world)
    await shift(db.knex, id, -26 * 60)
    expect(refusedWith(await person.send(cancel, { reservationId: id, refundCents: 0 }))).toBe('reservation-over')
  })

  it('requires the follow-up to be cancelled first; then the stay and its links end where they did before [RES-4] [TICK-2]', async () => {
    const first = await book(person, world, { from: 24, until: 25 })
    const link = done(await person.send(share, { reservationId: first.id })).share
    const input = { reservationId: first.id, end: hour(26), paymentMethod: 'credit', priceCents: 449 } as const
    const { reservation: next } = done(await person.send(extend, input))
    const expiry = () =>
      one<{ expires_at: Date }>(db.knex, 'select expires_at from tokens where id = ?', [link.id]).then((token) =>
        token.expires_at.toISOString(),
      )
    expect(await expiry()).toBe(next.end)
    expect(refusedWith(await person.send(cancel, { reservationId: first.id, refundCents: 151 }))).toBe(
      'reservation-extended',
    )
    done(await person.send(cancel, { reservationId: next.id, refundCents: 449 }))
    expect(await expiry()).toBe(first.end)
    done(await person.send(cancel, { reservationId: first.id, refundCents: 151 }))
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000)
  })
})

describe('a missing refund', () => {
  it('is found and paid once, by the rule at the time of the cancellation [PAY-4]', async () => {
    const admin = await operator(db.knex, world, { role: 'Admin', inZone: false })
    const { id, number } = await book(person, world)
    await startsIn(id, 60)
    await db
      .knex('reservations')
      .where({ id })
      .update({ state: 'STORNO', ended_at: new Date(), end_reason: 'canceled' })
    expect(done(await admin.ask(problems, {}))).toEqual([
      { kind: 'missing-refund', reservationId: id, number, detail: { cents: 76 } },
    ])
    const answers = await Promise.all([1, 2].map(() => admin.send(repairRefund, { reservationId: id })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((each) => !each.ok).map(refusedWith)).toEqual(['refund-not-missing'])
    expect(done(await admin.ask(problems, {}))).toEqual([])
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000 - 151 + 76)
  })
})
