import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { affected, preview } from '../../contract/maintenance.ts'
import { hold } from '../../contract/reservations/book.ts'
import { alternatives, cancel, changeDevice } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { lockAnyReservation } from '../claims/own.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { completeReservation } from '../reservations/complete.ts'
import { done, type TestPerson } from '../reservations/testing/booking-world.ts'
import { balanceOf, book, endIn, hour, shift } from '../reservations/testing/life.ts'
import { readReservations } from '../reservations/view.ts'
import { askAgain, lookAgain } from './look-again.ts'
import { findMissed } from './missed.ts'
import { rebookDue } from './rebook-due.ts'
import { wrongs } from './testing/check.ts'
import {
  type MaintainedWorld,
  maintainedWorld,
  messagesOf,
  plan,
  rowsOf,
  takeBack,
  workThroughAll,
} from './testing/maintained.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ max: 16 })
})
afterAll(() => db.close())
afterEach(() => vi.useRealTimers())

const place = (world: MaintainedWorld, n: number) => world.deviceIds[n] ?? 0
const kindsOf = async (id: number) => (await messagesOf(db.knex, id)).map(({ kind }) => kind)
const viewOf = async (id: number) => {
  const [read] = await readReservations(db.knex, [id])
  if (!read) throw new Error(`no reservation ${id}`)
  return read.view
}
const outcomes = async (periodId: number) => (await rowsOf(db.knex, periodId)).map(({ outcome }) => outcome)
const work = () => workThroughAll(db.knex)
/** Simulates that so much time has passed for the reservations that wait. */
const wait = (periodId: number, minutes: number) =>
  db.knex.raw(
    `update reservation_maintenance_periods set next_try_at = next_try_at - make_interval(mins => :minutes),
       last_try_at = last_try_at - make_interval(mins => :minutes) where maintenance_period_id = :periodId`,
    { periodId, minutes },
  )
/** One place is maintained, the other is taken by somebody else. */
async function crowded(options: Parameters<typeof maintainedWorld>[1] = {}) {
  const world = await maintainedWorld(db.knex, { places: 2, ...options })
  const [person, other] = [await world.person(), await world.person()]
  const own = await book(person, world, { from: 30, deviceId: place(world, 0) })
  const taken = await book(other, world, { from: 30, deviceId: place(world, 1) })
  return { world, person, other, own, taken }
}
/** Number of transactions that wait for a lock. */
const lockWaiters = async (count: number) => {
  const { rows } = await db.knex.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(rows[0]?.n).toBe(count)
}
const cancelIt = async (person: TestPerson, id: number) => {
  const view = await viewOf(id)
  const wrong = await person.send(cancel, { reservationId: id, refundCents: 99_999 })
  if (wrong.ok || wrong.refusal.code !== 'refund-changed') throw new Error(JSON.stringify(wrong))
  const refundCents = Number(wrong.refusal.params?.['refundCents'])
  done(await person.send(cancel, { reservationId: id, refundCents }))
  return { refundCents, paidCents: view.paidCents }
}

describe('moving', () => {
  it('moves a reservation, sends one message with both places and the reason, and leaves others alone [MAINT-2]', async () => {
    const world = await maintainedWorld(db.knex)
    const person = await world.person()
    const met = await book(person, world, { from: 5, deviceId: place(world, 0) })
    const before = await book(person, world, { from: 3, deviceId: place(world, 0) })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4), end: hour(9) })
    await work()
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([
      {
        reservation_id: met.id,
        outcome: 'rebooked',
        from_device_id: place(world, 0),
        to_device_id: place(world, 1),
        next_try_at: null,
      },
    ])
    expect((await viewOf(met.id)).device.id).toBe(place(world, 1))
    expect((await viewOf(met.id)).displacements).toEqual([])
    expect((await viewOf(before.id)).device.id).toBe(place(world, 0))
    expect(await messagesOf(db.knex, met.id)).toMatchObject([
      {
        kind: 'reservation-rebooked',
        data: { fromDevice: 'Lot 1', toDevice: 'Lot 2', why: 'maintenance', reason: 'Paint' },
      },
    ])
    expect(await kindsOf(before.id)).toEqual([])
    const told = done(await world.srm.ask(affected, { periodId }))
    expect(told.items).toMatchObject([
      { reservationId: met.id, outcome: 'rebooked', message: 'queued', to: { name: 'Lot 2' } },
    ])
  })

  it('never moves a running stay, even if the period begins later in it; refunds the lost part [MAINT-2]', async () => {
    const world = await maintainedWorld(db.knex)
    const person = await world.person()
    const own = await book(person, world, { from: 1, until: 3, deviceId: place(world, 0) })
    await endIn(db.knex, own.id, 90)
    const start = new Date(new Date((await viewOf(own.id)).end).getTime() - 60 * 60_000).toISOString()
    const { periodId, seen } = await plan(world.srm, { targetId: place(world, 0), start })
    expect(seen.items).toMatchObject([{ outcome: 'loses-access', refundCents: own.paidCents / 2 }])
    await work()
    expect(await outcomes(periodId)).toEqual(['lost-access'])
    expect(await kindsOf(own.id)).toEqual(['maintenance-lost-access'])
    expect((await viewOf(own.id)).displacements).toMatchObject([
      { by: 'maintenance', state: 'lost-access', from: start, until: null, reason: 'Paint' },
    ])
    expect(await cancelIt(person, own.id)).toEqual({ refundCents: own.paidCents / 2, paidCents: own.paidCents })
    expect(await outcomes(periodId)).toEqual(['canceled'])
  })

  it('says why a reservation cannot be moved and until when it is tried; cancelling refunds everything [MAINT-2]', async () => {
    const { world, person, own } = await crowded({ event: { refund_until_minutes: 100 * 60 } })
    const credit = await balanceOf(db.knex, person.userId)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(29), end: hour(40) })
    await work()
    const tries = hour(29)
    expect(await messagesOf(db.knex, own.id)).toMatchObject([
      {
        kind: 'maintenance-not-moved',
        data: { from: hour(30), until: hour(40), triesUntil: tries, refundCents: own.paidCents },
      },
    ])
    expect((await viewOf(own.id)).displacements).toMatchObject([{ state: 'not-moved', triesUntil: tries }])
    // Without maintenance it would be half.
    expect(await cancelIt(person, own.id)).toEqual({ refundCents: own.paidCents, paidCents: own.paidCents })
    expect(await balanceOf(db.knex, person.userId)).toBe(credit + own.paidCents)
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'canceled', next_try_at: null }])
    await work()
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved'])
  })
})

describe('trying again', () => {
  it('takes a place that is freed meanwhile, and sends both messages: none found, then the new place [MAINT-2]', async () => {
    const { world, other, own, taken } = await crowded()
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await work()
    expect(await outcomes(periodId)).toEqual(['not-moved'])
    expect(await lookAgain(db.knex, [own.id])).toBe(1)
    await work()
    expect(await outcomes(periodId)).toEqual(['not-moved'])
    await cancelIt(other, taken.id)
    expect(await lookAgain(db.knex, [taken.id])).toBe(1)
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'rebooked', to_device_id: place(world, 1) }])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved', 'reservation-rebooked'])
  })

  it('tries every ten minutes until the deadline of the access time, then reports the failure once [MAINT-2]', async () => {
    const { world, own } = await crowded({ event: { last_rebooking_minutes: 90 } })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(30), end: hour(32) })
    await work()
    const [row] = await rowsOf(db.knex, periodId)
    expect(row?.last_try_at?.toISOString()).toBe(new Date(new Date(hour(30)).getTime() - 90 * 60_000).toISOString())
    const inMinutes = ((row?.next_try_at?.getTime() ?? 0) - Date.now()) / 60_000
    expect(inMinutes).toBeGreaterThan(9)
    expect(inMinutes).toBeLessThan(11)
    await wait(periodId, 10)
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'not-moved', tries: 2 }])
    // The moment of the last try.
    const left = await db.knex.raw(
      'select ceil(extract(epoch from last_try_at - clock_timestamp()) / 60)::int as n from reservation_maintenance_periods where maintenance_period_id = ?',
      [periodId],
    )
    await wait(periodId, (left.rows[0] as { n: number }).n)
    await work()
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'not-moved', next_try_at: null }])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved', 'maintenance-last-try-failed'])
    expect((await viewOf(own.id)).displacements).toMatchObject([{ state: 'not-moved', triesUntil: null }])
  })

  it('moves nobody if the last try is more than a minute late [MAINT-2]', async () => {
    const { world, other, own, taken } = await crowded()
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await work()
    await cancelIt(other, taken.id)
    await db.knex.raw(
      `update reservation_maintenance_periods set next_try_at = now() - interval '61 s', last_try_at = now() - interval '61 s'
       where maintenance_period_id = ?`,
      [periodId],
    )
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'not-moved', next_try_at: null }])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved', 'maintenance-last-try-failed'])
  })

  it('tries only once with −1, and promises no more [MAINT-2]', async () => {
    const { world, own } = await crowded({ event: { last_rebooking_minutes: -1 } })
    const { periodId, seen } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    expect(seen.items).toMatchObject([{ outcome: 'cannot-move', triesUntil: null }])
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'not-moved', next_try_at: null }])
    expect(await messagesOf(db.knex, own.id)).toMatchObject([
      { kind: 'maintenance-not-moved', data: { triesUntil: null } },
    ])
  })

  it('leaves out people who moved by themselves: their refund follows the usual rule again [MAINT-2] [RES-5]', async () => {
    const { world, person, other, own, taken } = await crowded({ event: { refund_until_minutes: 100 * 60 } })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await work()
    await cancelIt(other, taken.id)
    expect(done(await person.ask(alternatives, { reservationId: own.id })).devices).toHaveLength(1)
    done(await person.send(changeDevice, { reservationId: own.id, deviceId: place(world, 1) }))
    expect((await viewOf(own.id)).displacements).toEqual([])
    await askAgain(db.knex, [own.id])
    await work()
    expect(await outcomes(periodId)).toEqual(['rebooked'])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved'])
    expect((await cancelIt(person, own.id)).refundCents).toBe(Math.ceil(own.paidCents / 2))
  })
})

describe('events in between', () => {
  it('includes somebody who pays later for a place that was held when the period was set [MAINT-3]', async () => {
    const world = await maintainedWorld(db.knex, { places: 1 })
    const person = await world.person()
    const request = { siteId: world.siteId, start: hour(30), end: hour(31), deviceId: place(world, 0) }
    const { reservation } = done(await person.send(hold, request))
    await db.knex('reservations').where({ id: reservation.id }).update({ hold_kind: 'payment' })
    const { periodId, seen } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    expect(seen.items).toEqual([])
    await db.knex.transaction(async (trx) => {
      const own = await lockAnyReservation(trx, reservation.id)
      if (!own) throw new Error('no hold')
      const paid = { method: 'credit', costCenterId: null, by: person.userId } as const
      await completeReservation(trx, own, paid, own.now, refuser())
    })
    expect(await findMissed(db.knex)).toBe(1)
    expect(await findMissed(db.knex)).toBe(0)
    await work()
    expect(await outcomes(periodId)).toEqual(['not-moved'])
    expect(await kindsOf(reservation.id)).toEqual(['maintenance-not-moved'])
  })

  it('pays the refund as shown to somebody who cancels while a period is being set, without a message [MAINT-2] [RES-5]', async () => {
    const { world, person, own } = await crowded({ event: { refund_until_minutes: 100 * 60 } })
    // The refund is decided, but the cancellation is not written yet.
    const writing = await db.knex.transaction()
    await writing.raw('lock table reservations in share mode')
    const cancelling = cancelIt(person, own.id)
    await vi.waitFor(() => lockWaiters(1))
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await writing.commit()
    const { refundCents, paidCents } = await cancelling
    expect(refundCents).toBe(Math.ceil(paidCents / 2))
    await work()
    expect(await outcomes(periodId)).toEqual(['canceled'])
    expect(await kindsOf(own.id)).toEqual([])
    expect(await wrongs(db.knex)).not.toHaveProperty(
      'told that it is without a place, cancelled, and not all money back',
    )
  })

  it('refunds everything to somebody who cancels before the message about the lost place [MAINT-2] [RES-5]', async () => {
    const { world, person, own } = await crowded({ event: { refund_until_minutes: 100 * 60 } })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    expect(await outcomes(periodId)).toEqual(['pending'])
    expect(await cancelIt(person, own.id)).toEqual({ refundCents: own.paidCents, paidCents: own.paidCents })
    await work()
    expect(await kindsOf(own.id)).toEqual([])
  })

  it('finds another place if the planned one is gone, or says that there is none [MAINT-2]', async () => {
    const world = await maintainedWorld(db.knex, { places: 3 })
    const [person, other] = [await world.person(), await world.person()]
    const own = await book(person, world, { from: 30, deviceId: place(world, 0) })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await book(other, world, { from: 30, deviceId: place(world, 1) })
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'rebooked', to_device_id: place(world, 2) }])
    const second = await plan(world.srm, { targetId: place(world, 2), start: hour(4) })
    expect(second.seen.counts).toEqual({ moves: 0, cannotMove: 1, losesAccess: 0 })
    await work()
    expect(await outcomes(second.periodId)).toEqual(['not-moved'])
    expect(await kindsOf(own.id)).toEqual(['reservation-rebooked', 'maintenance-not-moved'])
  })

  it('keeps a row per period for one reservation, and moves and informs once [MAINT-2]', async () => {
    const world = await maintainedWorld(db.knex)
    const person = await world.person()
    const own = await book(person, world, { from: 30, deviceId: place(world, 0) })
    const first = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    const second = await plan(world.srm, { targetId: place(world, 0), start: hour(5) })
    expect(second.seen.overlaps.map(({ id }) => id)).toEqual([first.periodId])
    await work()
    expect([await outcomes(first.periodId), await outcomes(second.periodId)]).toEqual([['rebooked'], ['rebooked']])
    expect(await kindsOf(own.id)).toEqual(['reservation-rebooked'])
  })
})

describe('revoking a period', () => {
  it('returns places to people who were told of the loss, once; moved reservations stay [MAINT-1]', async () => {
    const { world, own } = await crowded()
    const third = await world.person()
    const running = await book(third, world, { from: 10, deviceId: place(world, 0) })
    await endIn(db.knex, running.id, 30)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: new Date().toISOString() })
    await work()
    await takeBack(world.srm, periodId)
    expect((await viewOf(own.id)).displacements).toEqual([])
    await work()
    await work()
    expect((await outcomes(periodId)).sort()).toEqual(['restored', 'restored'])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved', 'maintenance-restored'])
    expect(await kindsOf(running.id)).toEqual(['maintenance-lost-access', 'maintenance-restored'])
  })

  it('sends nothing to people who had no message, nor about places that another period still covers [MAINT-1]', async () => {
    const { world, own } = await crowded()
    const untold = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await takeBack(world.srm, untold.periodId)
    await work()
    expect(await outcomes(untold.periodId)).toEqual(['restored'])
    expect(await kindsOf(own.id)).toEqual([])
    const [one, two] = [
      await plan(world.srm, { targetId: place(world, 0), start: hour(4) }),
      await plan(world.srm, { targetId: place(world, 0), start: hour(5) }),
    ]
    await work()
    await takeBack(world.srm, one.periodId)
    await work()
    expect([await outcomes(one.periodId), await outcomes(two.periodId)]).toEqual([['restored'], ['not-moved']])
    expect(await kindsOf(own.id)).toEqual(['maintenance-not-moved', 'maintenance-not-moved'])
    await takeBack(world.srm, two.periodId)
    await work()
    expect((await kindsOf(own.id)).filter((kind) => kind === 'maintenance-restored')).toHaveLength(1)
  })

  it('sends no message about a lost place if the period is revoked in the middle of the work [MAINT-1]', async () => {
    const { world, own } = await crowded()
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    // The revocation has written everything but its messages.
    const tells = await db.knex.transaction()
    await tells.raw('lock table outbox in share mode')
    const taken = takeBack(world.srm, periodId)
    await vi.waitFor(() => lockWaiters(1))
    const settled = rebookDue(db.knex)
    await vi.waitFor(() => lockWaiters(2))
    await tells.commit()
    await Promise.all([taken, settled])
    await work()
    expect(await outcomes(periodId)).toEqual(['restored'])
    expect(await kindsOf(own.id)).toEqual([])
  })

  it('sends one message if two periods are revoked together [MAINT-1]', async () => {
    const { world, own } = await crowded()
    const periods = [
      await plan(world.srm, { targetId: place(world, 0), start: hour(4) }),
      await plan(world.srm, { targetId: place(world, 0), start: hour(5) }),
    ]
    await work()
    for (const { periodId } of periods) await takeBack(world.srm, periodId)
    await work()
    for (const { periodId } of periods) expect(await outcomes(periodId)).toEqual(['restored'])
    expect((await kindsOf(own.id)).filter((kind) => kind === 'maintenance-restored')).toHaveLength(1)
  })
})

describe('clocks', () => {
  it.each([3_600_000, -3_600_000])('a process whose clock is %i ms off decides the same [MAINT-2]', async (off) => {
    const { world, own } = await crowded()
    const running = await book(await world.person(), world, { from: 10, deviceId: place(world, 0) })
    await endIn(db.knex, running.id, 30)
    const start = new Date().toISOString()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const seen = done(await world.srm.ask(preview, { scope: 'device', targetId: place(world, 0), start, end: null }))
    expect(seen.counts).toEqual({ moves: 0, cannotMove: 1, losesAccess: 1 })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start })
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([
      { reservation_id: own.id, outcome: 'not-moved' },
      { reservation_id: running.id, outcome: 'lost-access' },
    ])
    await shift(db.knex, own.id, -40 * 60)
    await wait(periodId, 10)
    await work()
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ next_try_at: null }, {}])
  })
})
