import { reservationFacts } from '../../../contract/reservations/facts.ts'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { reservationPhase } from '../../../machines/reservation.ts'
import { type ReservationPhase } from '../../../machines/reservation-events.ts'
import type { TextKey } from '../../i18n/areas.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'

/** How a reservation stands at a moment: word, colour and sign together. */
export interface Standing {
  readonly text: TextKey
  readonly tone: ToneName
  readonly icon: IconName
}

const timedOut = { text: 'bookings.phase.timedOut', tone: 'neutral', icon: 'history' } as const
const upcoming = { text: 'bookings.phase.upcoming', tone: 'info', icon: 'clock' } as const
const ended = { text: 'bookings.phase.ended', tone: 'neutral', icon: 'history' } as const
const standings: Readonly<Record<ReservationPhase, Standing>> = {
  choosing: { text: 'bookings.phase.held', tone: 'info', icon: 'wait' },
  expired: timedOut,
  paying: { text: 'bookings.phase.payment', tone: 'info', icon: 'wait' },
  overdue: timedOut,
  future: upcoming,
  open: upcoming,
  running: { text: 'bookings.phase.running', tone: 'success', icon: 'check' },
  grace: ended,
  over: ended,
  cancelled: { text: 'bookings.state.STORNO', tone: 'warning', icon: 'cross' },
  timedOut,
  abandoned: { text: 'bookings.state.CANCELED', tone: 'neutral', icon: 'blocked' },
}

/** How a reservation stands at `now` (ms). */
export function standingOf(view: BookingView, now: number): Standing {
  return standings[reservationPhase(reservationFacts(view), new Date(now))]
}

/** Something that happened to a reservation, or will. `detail` and times are for the text. */
export interface Step {
  readonly key: 'created' | 'held' | 'reserved' | 'starts' | 'ends' | 'STORNO' | 'CANCELED' | 'timedOut'
  readonly at: string
}

/** The history of a reservation's states in order of time. */
export function stepsOf(view: BookingView): Step[] {
  const { state, createdAt, reservedAt, endedAt, hold, timedOut, start, end } = view
  const steps: Step[] = [{ key: 'created', at: createdAt }]
  if (state === 'CREATED' && hold) steps.push({ key: 'held', at: hold.until })
  if (reservedAt !== null) steps.push({ key: 'reserved', at: reservedAt })
  if (endedAt !== null && state === 'STORNO') steps.push({ key: 'STORNO', at: endedAt })
  if (endedAt !== null && state === 'CANCELED') steps.push({ key: timedOut ? 'timedOut' : 'CANCELED', at: endedAt })
  if (state === 'RESERVED') steps.push({ key: 'starts', at: start }, { key: 'ends', at: end })
  // Equal moments keep the order of the life.
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
