import { describe, expect, it } from 'vitest'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { currentDisplacements, displacementStatus, withoutDisplacements } from './displacements.ts'
import { refundNow } from './refund-now.ts'
import { reservationOf } from './testing/reservation.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)
type HitView = ReservationView['displacements'][number]
const hitOf = (change: Partial<HitView> = {}): HitView => ({
  by: 'maintenance',
  reason: 'New lock',
  from: '2026-11-21T12:00:00.000Z',
  until: '2026-11-21T13:00:00.000Z',
  state: 'not-moved',
  triesUntil: '2026-11-21T11:00:00.000Z',
  ...change,
})
const period = { id: 1, reason: 'New lock', start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T13:00:00.000Z' }

describe('a displacement', () => {
  it('is pending until the last try, and settled from then on [MAINT-2]', () => {
    expect(displacementStatus(hitOf(), at('10:59'))).toBe('looking')
    expect(displacementStatus(hitOf(), at('11:00'))).toBe('settled')
    expect(displacementStatus(hitOf({ triesUntil: null }), at('10:00'))).toBe('settled')
    expect(displacementStatus(hitOf({ state: 'pending' }), at('12:00'))).toBe('pending')
    expect(displacementStatus(hitOf({ state: 'lost-access' }), at('12:00'))).toBe('lost-access')
  })

  it('matters until it is over, and only while the reservation is booked', () => {
    const view = reservationOf({ displacements: [hitOf()] })
    expect(currentDisplacements(view, at('12:59'))).toHaveLength(1)
    expect(currentDisplacements(view, at('13:00'))).toEqual([])
    expect(currentDisplacements(reservationOf({ displacements: [hitOf({ until: null })] }), at('13:59'))).toHaveLength(
      1,
    )
    expect(currentDisplacements(reservationOf({ displacements: [hitOf({ until: null })] }), at('14:00'))).toEqual([])
    expect(currentDisplacements({ ...view, state: 'STORNO' }, at('11:00'))).toEqual([])
  })

  it('is not repeated as a maintenance period [MAINT-2]', () => {
    const other = { ...period, id: 2, reason: 'Paint' }
    const view = reservationOf({ displacements: [hitOf()], maintenance: [period, other] })
    expect(withoutDisplacements(view).maintenance).toEqual([other])
    expect(withoutDisplacements(reservationOf({ maintenance: [period] })).maintenance).toEqual([period])
  })

  it('refunds everything until the start, then the lost share, whatever the ordinary terms [MAINT-2]', () => {
    const view = reservationOf({ displacements: [hitOf()] })
    expect(refundNow(view, at('11:59'))).toBe(450)
    expect(refundNow({ ...view, displacements: [] }, at('11:59'))).toBe(225)
    expect(refundNow(view, at('12:30'))).toBe(225)
    expect(refundNow({ ...view, refundedCents: 225 }, at('12:30'))).toBe(0)
  })
})
