import type { PaymentView, ReservationView } from '../../../contract/reservation-view.ts'
import { holdLives } from '../../../machines/reservation.ts'

/**
 * What a booking came to. `retry` = the payment failed and the place is still held; `refused` = it failed and the place is free again;
 * `moved` = paid too late for the place, another one was free; `refunded` = paid too late, the money goes back.
 */
export type Ending =
  | 'booked'
  | 'moved'
  | 'credited'
  | 'pending'
  | 'retry'
  | 'refused'
  | 'refunded'
  | 'tooLate'
  | 'unknown'

/** The state of a booking and of its payment as one word; `now` in ms. What the payment led to comes first: it is the later news. */
export function endingOf(
  row: Pick<ReservationView, 'state' | 'hold'> | null,
  payment: Pick<PaymentView, 'state' | 'outcome'> | null,
  now: number,
): Ending {
  if (payment?.outcome === 'refunded') return 'refunded'
  if (payment?.outcome === 'credited') return 'credited'
  if (payment?.outcome === 'moved') return 'moved'
  if (row?.state === 'RESERVED' || row?.state === 'STORNO') return 'booked'
  if (payment?.state === 'pending' || payment?.state === 'succeeded') return 'pending'
  if (row === null) return payment === null ? 'unknown' : 'refused'
  const held = holdLives(row.state, row.hold === null ? null : new Date(row.hold.until), new Date(now))
  if (held) return 'retry'
  return payment === null ? 'tooLate' : 'refused'
}
