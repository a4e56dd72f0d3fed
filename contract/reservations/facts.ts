import type { OpeningFacts, ReservationFacts } from '../../machines/reservation-rules.ts'
import type { AccessView } from '../control/own.ts'
import type { BookedView } from './view.ts'

/** The part of a view that decides about the phase of its reservation. */
export type StandingView = Pick<
  BookedView,
  'state' | 'start' | 'end' | 'hold' | 'timedOut' | 'follows' | 'followedBy' | 'overstay'
> & { readonly rules: Pick<BookedView['rules'], 'prebookMinMinutes' | 'guestTicketAllowed'> }

/** Returns the facts of a view for the reservation's machine. */
export function reservationFacts(view: StandingView): ReservationFacts {
  const { state, start, end, hold, timedOut, follows, followedBy, rules, overstay } = view
  return {
    state,
    start: new Date(start),
    end: new Date(end),
    prebookMinMinutes: rules.prebookMinMinutes,
    holdKind: hold?.kind ?? null,
    heldUntil: hold && new Date(hold.until),
    timedOut,
    followUp: follows !== null,
    followed: followedBy !== null,
    guestTicketAllowed: rules.guestTicketAllowed,
    graceUntil: overstay?.endedAt === null ? new Date(overstay.until) : null,
  }
}

/**
 * Returns the facts of a holder's view for opening. Only the portal knows whether somebody else is still on the place,
 * and then refuses.
 */
export function openingFacts(
  view: Pick<AccessView, 'state' | 'start' | 'end' | 'prebookMinMinutes' | 'overstay' | 'blocked'>,
): Required<OpeningFacts> {
  const { state, start, end, prebookMinMinutes, overstay, blocked } = view
  const graceUntil = overstay && new Date(overstay.until)
  return { state, start: new Date(start), end: new Date(end), prebookMinMinutes, graceUntil, othersRun: false, blocked }
}
