import type { OpeningFacts, ReservationFacts } from '../../machines/reservation-rules.ts'
import type { AccessView } from '../control/own.ts'
import type { BookedView } from './view.ts'

/** The part of a view that says where its reservation stands. */
export type StandingView = Pick<
  BookedView,
  'state' | 'start' | 'end' | 'hold' | 'timedOut' | 'follows' | 'followedBy' | 'overstay'
> & { readonly rules: Pick<BookedView['rules'], 'prebookMinMinutes' | 'guestTicketAllowed'> }

/** What a view says that the life of its reservation is judged by. */
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

/** What the view of a holder says that opening is judged by. Whether somebody else is still there only the portal knows; it refuses then. */
export function openingFacts(
  view: Pick<AccessView, 'state' | 'start' | 'end' | 'prebookMinMinutes' | 'overstay' | 'blocked'>,
): Required<OpeningFacts> {
  const { state, start, end, prebookMinMinutes, overstay, blocked } = view
  const graceUntil = overstay && new Date(overstay.until)
  return { state, start: new Date(start), end: new Date(end), prebookMinMinutes, graceUntil, othersRun: false, blocked }
}
