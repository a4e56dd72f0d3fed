import type { BookingView } from '../../../contract/reservation-view.ts'
import { holdLives } from '../../../machines/reservation.ts'
import type { TextKey } from '../../i18n/areas.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'

/** How a reservation stands at a moment: word, colour and sign together. */
export interface Standing {
  readonly text: TextKey
  readonly tone: ToneName
  readonly icon: IconName
}

type Judged = Pick<BookingView, 'state' | 'start' | 'end' | 'hold' | 'timedOut'>

/** `now` in ms. A hold whose time is over counts as timed out, whatever any job has done. */
export function standingOf({ state, start, end, hold, timedOut }: Judged, now: number): Standing {
  if (state === 'STORNO') return { text: 'bookings.state.STORNO', tone: 'warning', icon: 'cross' }
  if (state === 'CREATED' && holdLives(state, hold && new Date(hold.until), new Date(now)))
    return {
      text: hold?.kind === 'payment' ? 'bookings.phase.payment' : 'bookings.phase.held',
      tone: 'info',
      icon: 'wait',
    }
  if (state === 'CREATED' || timedOut) return { text: 'bookings.phase.timedOut', tone: 'neutral', icon: 'history' }
  if (state === 'CANCELED') return { text: 'bookings.state.CANCELED', tone: 'neutral', icon: 'blocked' }
  if (now < Date.parse(start)) return { text: 'bookings.phase.upcoming', tone: 'info', icon: 'clock' }
  if (now < Date.parse(end)) return { text: 'bookings.phase.running', tone: 'success', icon: 'check' }
  return { text: 'bookings.phase.ended', tone: 'neutral', icon: 'history' }
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
