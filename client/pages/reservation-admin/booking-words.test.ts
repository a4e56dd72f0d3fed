import { describe, expect, it } from 'vitest'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { standingOf, stepsOf } from './booking-words.ts'

const at = (time: string) => `2026-11-21T${time}:00.000Z`
const now = Date.parse(at('12:00'))
const booking = (change: Partial<BookingView>) =>
  ({
    state: 'RESERVED',
    start: at('11:00'),
    end: at('13:00'),
    hold: null,
    timedOut: false,
    follows: null,
    followedBy: null,
    rules: { prebookMinMinutes: 0, guestTicketAllowed: false },
    overstay: null,
    createdAt: at('09:00'),
    reservedAt: at('09:01'),
    endedAt: null,
    ...change,
  }) as BookingView

describe('how a reservation stands', () => {
  it.each<[string, Partial<BookingView>]>([
    ['bookings.phase.running', {}],
    ['bookings.phase.running', { start: at('12:00') }],
    ['bookings.phase.upcoming', { start: at('12:01') }],
    ['bookings.phase.ended', { end: at('12:00') }],
    ['bookings.phase.held', { state: 'CREATED', hold: { kind: 'choosing', until: at('12:01') } }],
    ['bookings.phase.payment', { state: 'CREATED', hold: { kind: 'payment', until: at('12:01') } }],
    // Its time is over: the clock says so before any job does.
    ['bookings.phase.timedOut', { state: 'CREATED', hold: { kind: 'choosing', until: at('12:00') } }],
    ['bookings.phase.timedOut', { state: 'CANCELED', timedOut: true }],
    ['bookings.state.CANCELED', { state: 'CANCELED' }],
    ['bookings.state.STORNO', { state: 'STORNO' }],
  ])('is %s for %j [RES-1]', (text, change) => {
    expect(standingOf(booking(change), now).text).toBe(text)
  })
})

describe('the history of a reservation', () => {
  const keys = (change: Partial<BookingView>) => stepsOf(booking(change)).map(({ key }) => key)
  it('is told in order of time [RES-2]', () => {
    expect(keys({})).toEqual(['created', 'reserved', 'starts', 'ends'])
    expect(keys({ state: 'STORNO', endedAt: at('10:00') })).toEqual(['created', 'reserved', 'STORNO'])
    expect(keys({ state: 'CREATED', reservedAt: null, hold: { kind: 'choosing', until: at('09:02') } })).toEqual([
      'created',
      'held',
    ])
    expect(keys({ state: 'CANCELED', reservedAt: null, endedAt: at('09:02'), timedOut: true })).toEqual([
      'created',
      'timedOut',
    ])
  })
})
