import { describe, expect, it } from 'vitest'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { actionRefusal, type CardAction, targetOf, ticketRefusal } from './actions.ts'
import { lastOf, type StayStatus, statusOf, staysOf, wayOf } from './stays.ts'
import { deviceOf, reservationOf } from './testing/reservation.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)
const hold = (kind: 'choosing' | 'payment') => ({ kind, until: '2026-11-21T11:02:00.000Z' })

describe('the phase of a reservation', () => {
  it.each<[Partial<ReservationView>, string, StayStatus]>([
    [{}, '11:59', 'future'],
    [{}, '12:00', 'running'],
    [{}, '13:59', 'running'],
    [{}, '14:00', 'ended'],
    [{ state: 'CREATED', hold: hold('choosing') }, '11:01', 'choosing'],
    [{ state: 'CREATED', hold: hold('choosing') }, '11:02', 'timed-out'],
    [{ state: 'CREATED', hold: hold('payment') }, '11:02', 'expired'],
    [{ state: 'CREATED', hold: hold('payment') }, '11:00', 'paying'],
    [{ state: 'STORNO' }, '11:00', 'cancelled'],
    [{ state: 'CANCELED', timedOut: true }, '11:00', 'timed-out'],
    [{ state: 'CANCELED' }, '11:00', 'given-up'],
  ])('%j at %s: %s', (change, time, standing) => {
    expect(statusOf(reservationOf(change), at(time))).toBe(standing)
  })
})

describe('stays [RES-2] [RES-4]', () => {
  const first = reservationOf({
    id: 1,
    followedBy: { id: 2, number: 100_002, end: '2026-11-21T15:00:00.000Z', deviceId: 1 },
  })
  const second = reservationOf({
    id: 2,
    start: '2026-11-21T14:00:00.000Z',
    end: '2026-11-21T15:00:00.000Z',
    follows: { id: 1, number: 100_001 },
  })
  const ids = (rows: ReservationView[], time: string) => staysOf(rows, at(time)).map((stay) => stay.map(({ id }) => id))

  it('show a connected follow-up as one stay, and only what is left of it', () => {
    expect(ids([second, first], '12:30')).toEqual([[1, 2]])
    expect(ids([second, first], '14:00')).toEqual([[2]])
    expect(ids([second, first], '15:00')).toEqual([])
  })

  it('leave out what is cancelled, over or no longer held, nearest first', () => {
    const later = reservationOf({ id: 3, start: '2026-11-22T12:00:00.000Z', end: '2026-11-22T13:00:00.000Z' })
    const rows = [
      later,
      reservationOf({ id: 4, state: 'STORNO' }),
      reservationOf({ id: 5, state: 'CREATED', hold: hold('choosing') }),
      reservationOf({ id: 6 }),
    ]
    expect(ids(rows, '11:01')).toEqual([[5], [6], [3]])
    expect(ids(rows, '11:30')).toEqual([[6], [3]])
  })

  it('list their devices in the order of the way', () => {
    const view = reservationOf({
      device: deviceOf(5, 2),
      children: [
        { ...deviceOf(9, 1), reservationId: 8, mandatory: true },
        { ...deviceOf(7, 3), reservationId: 9, mandatory: false },
      ],
    })
    expect(wayOf(view).map(({ id }) => id)).toEqual([9, 5, 7])
  })

  it.each<[CardAction, number]>([
    ['extend', 2],
    ['cancel', 2],
    ['changeDevice', 2],
    ['share', 1],
    ['edit', 1],
  ])('%s means part %i [RES-3]', (action, id) => {
    expect(targetOf(action, [first, second]).id).toBe(id)
    expect(lastOf([first, second]).id).toBe(2)
  })

  it('extend and cancel at their end, but not while an extension is being paid', () => {
    const unpaid = { ...second, state: 'CREATED' as const, hold: hold('payment') }
    expect(targetOf('cancel', [{ ...first, followedBy: null }, unpaid]).id).toBe(1)
  })
})

describe('why an action is off [RES-3]', () => {
  it.each<[CardAction, Partial<ReservationView>, string, boolean, string | null]>([
    ['cancel', {}, '11:00', true, null],
    ['cancel', {}, '11:00', false, 'no-connection'],
    ['cancel', {}, '14:00', true, 'reservation-over'],
    ['cancel', { state: 'CREATED' }, '11:00', true, 'reservation-not-reserved'],
    ['extend', { followedBy: { id: 2, number: 1, end: '', deviceId: 1 } }, '11:00', true, 'reservation-extended'],
    ['share', { rules: { ...reservationOf().rules, guestTicketAllowed: false } }, '11:00', true, null],
  ])('%s of %j at %s: %s → %s', (action, change, time, carries, refusal) => {
    expect(actionRefusal(action, [reservationOf(change)], at(time), carries)).toBe(refusal)
  })

  it('distinguishes guest tickets from summaries [TICK-2]', () => {
    const rules = { ...reservationOf().rules, guestTicketAllowed: false }
    expect(ticketRefusal(reservationOf({ rules }), at('11:00'))).toBe('eticket-not-allowed')
    expect(ticketRefusal(reservationOf(), at('11:00'))).toBeNull()
  })
})
