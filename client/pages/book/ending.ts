import { reservationFacts, type StandingView } from '../../../contract/reservations/facts.ts'
import type { PaymentView } from '../../../contract/reservations/view.ts'
import { reservationPhase } from '../../../machines/reservation.ts'
import { type ReservationPhase } from '../../../machines/reservation-events.ts'

/**
 * The outcome of a booking. `retry` = the payment failed and the place is still held; `refused` = it failed and the place is free again;
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

/** It was booked, whatever happened later. */
const booked: readonly ReservationPhase[] = ['future', 'open', 'running', 'grace', 'over', 'cancelled']

/** Returns the state of a booking and its payment as one word; `now` in ms. The outcome of the payment comes first: it is newer. */
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
