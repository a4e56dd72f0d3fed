import { reservationFacts, type StandingView } from '../../../contract/reservations/facts.ts'
import type { PaymentView } from '../../../contract/reservations/view.ts'
import { reservationPhase } from '../../../machines/reservation.ts'
import { type ReservationPhase } from '../../../machines/reservation-events.ts'

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

/** It was booked, whatever came of it later. */
const booked: readonly ReservationPhase[] = ['future', 'open', 'running', 'grace', 'over', 'cancelled']

/** The state of a booking and of its payment as one word; `now` in ms. What the payment led to comes first: it is the later news. */
export function endingOf(
  row: StandingView | null,
  payment: Pick<PaymentView, 'state' | 'outcome'> | null,
  now: number,
): Ending {
  if (payment?.outcome === 'refunded') return 'refunded'
  if (payment?.outcome === 'credited') return 'credited'
  if (payment?.outcome === 'moved') return 'moved'
  const phase = row && reservationPhase(reservationFacts(row), new Date(now))
  if (phase !== null && booked.includes(phase)) return 'booked'
  if (payment?.state === 'pending' || payment?.state === 'succeeded') return 'pending'
  if (phase === null) return payment === null ? 'unknown' : 'refused'
  if (phase === 'choosing' || phase === 'paying') return 'retry'
  return payment === null ? 'tooLate' : 'refused'
}
