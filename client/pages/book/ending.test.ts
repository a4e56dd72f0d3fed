import { describe, expect, it } from 'vitest'
import type { PaymentView, ReservationView } from '../../../contract/reservations/view.ts'
import { endingOf } from './ending.ts'

const now = Date.parse('2035-01-10T09:00:00Z')
const row = (state: ReservationView['state'], until: string | null = null) => ({
  state,
  hold: until === null ? null : { kind: 'choosing' as const, until },
  start: '2035-01-11T09:00:00.000Z',
  end: '2035-01-11T10:00:00.000Z',
  timedOut: false,
  follows: null,
  followedBy: null,
  rules: { prebookMinMinutes: 0, guestTicketAllowed: false },
  overstay: null,
})
const paid = (state: PaymentView['state'], outcome: PaymentView['outcome'] = null) => ({ state, outcome })
const [later, earlier] = ['2035-01-10T09:00:01.000Z', '2035-01-10T09:00:00.000Z']

describe('the outcome of a booking', () => {
  it.each([
    ['booked without a payment', row('RESERVED'), null, 'booked'],
    ['booked and paid', row('RESERVED'), paid('succeeded', 'reserved'), 'booked'],
    ['the payment is open', row('CREATED', later), paid('pending'), 'pending'],
    ['paid, and the portal is about to book', row('CREATED', later), paid('succeeded'), 'pending'],
    ['refused, the place is still held', row('CREATED', later), paid('failed'), 'retry'],
    ['refused, the hold has just ended', row('CREATED', earlier), paid('failed'), 'refused'],
    ['given up at the payment page, place free again', row('CANCELED'), paid('canceled'), 'refused'],
    ['paid too late, another place', row('RESERVED'), paid('succeeded', 'moved'), 'moved'],
    ['paid too late, money back', row('CANCELED'), paid('succeeded', 'refunded'), 'refunded'],
    ['credit by card', null, paid('succeeded', 'credited'), 'credited'],
    ['a hold that ran out without payment', row('CANCELED'), null, 'tooLate'],
    ['a payment of long ago', null, null, 'unknown'],
    ['a top-up that failed', null, paid('expired'), 'refused'],
  ] as const)('%s [PAY-2]', (_, reservation, payment, ending) => {
    expect(endingOf(reservation, payment, now)).toBe(ending)
  })
})
