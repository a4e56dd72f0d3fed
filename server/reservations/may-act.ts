import { type ReservationAction, type ReservationRefusal, reservationRefusal } from '../../machines/reservation.ts'
import type { LockedReservation } from '../claims/own.ts'

/** Why an action cannot be done with a reservation at a moment, by the table that the buttons go by too; null = it can. */
export function refusalToAct(
  action: ReservationAction,
  own: LockedReservation,
  now: Date = own.now,
): ReservationRefusal | null {
  const facts = {
    state: own.state,
    start: own.start,
    end: own.end,
    prebookMinMinutes: own.rules.prebookMinMinutes ?? 0,
    followed: own.followedById !== null,
    guestTicketAllowed: own.guestTicketAllowed,
  }
  return reservationRefusal(action, facts, now)
}

type Refusing<C extends ReservationRefusal> = (code: C) => never
type Of<A extends ReservationAction> =
  | 'reservation-not-reserved'
  | 'reservation-over'
  | (A extends 'extend' | 'cancel' | 'changeDevice' ? 'reservation-extended' : never)
  | (A extends 'share' ? 'eticket-not-allowed' : never)

/** Ends the call when the action cannot be done now. */
export function mustAllow<A extends Exclude<ReservationAction, 'open'>>(
  action: A,
  own: LockedReservation,
  refuse: Refusing<Of<A>>,
  now: Date = own.now,
): void {
  const code = refusalToAct(action, own, now)
  if (code) refuse(code as Of<A>)
}
