import { reservationFacts } from '../../contract/reservations/facts.ts'
import type { BookedDevice, ReservationView } from '../../contract/reservations/view.ts'
import { reservationPhase } from '../../machines/reservation.ts'
import { type ReservationPhase } from '../../machines/reservation-events.ts'
import type { ToneName } from '../theme/tokens.ts'
import type { IconName } from '../ui/icons.tsx'

/** A reservation with the follow-ups that extend it: one stay for the person. At least one part, in order of time. */
export type Stay = readonly [ReservationView, ...ReservationView[]]

export type StayStatus =
  | 'running'
  | 'future'
  | 'choosing'
  | 'paying'
  | 'ended'
  | 'cancelled'
  | 'timed-out'
  | 'given-up'
  | 'expired'

const statuses = {
  choosing: 'choosing',
  expired: 'timed-out',
  paying: 'paying',
  overdue: 'expired',
  future: 'future',
  open: 'future',
  running: 'running',
  grace: 'ended',
  over: 'ended',
  cancelled: 'cancelled',
  timedOut: 'timed-out',
  abandoned: 'given-up',
} as const satisfies Record<ReservationPhase, StayStatus>

/** The phase of a reservation at `now` (ms), in the words of these pages. */
export function statusOf(view: ReservationView, now: number): StayStatus {
  return statuses[reservationPhase(reservationFacts(view), new Date(now))]
}

export const looks: Readonly<Record<StayStatus, { tone: ToneName; icon: IconName }>> = {
  running: { tone: 'success', icon: 'check' },
  future: { tone: 'info', icon: 'clock' },
  choosing: { tone: 'warning', icon: 'wait' },
  paying: { tone: 'warning', icon: 'card' },
  ended: { tone: 'neutral', icon: 'history' },
  cancelled: { tone: 'error', icon: 'cross' },
  'timed-out': { tone: 'neutral', icon: 'wait' },
  'given-up': { tone: 'neutral', icon: 'close' },
  expired: { tone: 'neutral', icon: 'wait' },
}

const live: readonly StayStatus[] = ['running', 'future', 'choosing', 'paying']

/** Running and future reservations at `now` (ms), as stays, nearest first. */
export function staysOf(rows: readonly ReservationView[], now: number): Stay[] {
  const parts = rows.filter((row) => live.includes(statusOf(row, now)))
  const byId = new Map(parts.map((part) => [part.id, part]))
  const after = new Map(parts.flatMap((part) => (part.follows === null ? [] : [[part.follows.id, part] as const])))
  return parts
    .filter((part) => part.follows === null || !byId.has(part.follows.id))
    .map((first): Stay => {
      const rest: ReservationView[] = []
      for (let next = after.get(first.id); next !== undefined; next = after.get(next.id)) rest.push(next)
      return [first, ...rest]
    })
    .sort(([a], [b]) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
}

/** The part that a stay ends with. */
export const lastOf = (stay: Stay): ReservationView => stay.at(-1) ?? stay[0]

/** All devices of a reservation in the order in which a person passes them. */
export function wayOf(view: ReservationView): BookedDevice[] {
  return [view.device, ...view.children].sort((a, b) => a.sequenceNumber - b.sequenceNumber || a.id - b.id)
}
