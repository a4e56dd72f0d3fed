import { reservationFacts } from '../../contract/reservations/facts.ts'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type ReservationRefusal } from '../../machines/reservation-events.ts'
import type { IconName } from '../ui/icons.tsx'
import type { Stay } from './stays.ts'

/** The actions of a card; 'edit' is note, plate and RFID token in one dialog. */
export const cardActions = ['extend', 'share', 'changeDevice', 'edit', 'cancel'] as const
export type CardAction = (typeof cardActions)[number]

export const actionIcons: Readonly<Record<CardAction, IconName>> = {
  extend: 'plus',
  share: 'share',
  changeDevice: 'swap',
  edit: 'edit',
  cancel: 'cross',
}

/** A summary may always be shared: the dialog says which links are possible. */
const verbs = {
  extend: 'EXTEND',
  share: 'SHARE_SUMMARY',
  changeDevice: 'CHANGE_DEVICE',
  edit: 'EDIT',
  cancel: 'CANCEL',
} as const satisfies Record<CardAction, string>

/** The part of a stay that an action applies to: the last one for actions that move the end, else the running or first one. */
export function targetOf(action: CardAction, stay: Stay): ReservationView {
  const atTheEnd = action === 'extend' || action === 'cancel' || action === 'changeDevice'
  const booked = stay.filter((part) => part.state === 'RESERVED')
  return (atTheEnd ? booked.at(-1) : booked[0]) ?? stay[0]
}

/** Why an action of a stay is not possible at `now` (ms), or null. Nothing is possible without a connection. */
export function actionRefusal(
  action: CardAction,
  stay: Stay,
  now: number,
  carries: boolean,
): ReservationRefusal<(typeof verbs)[CardAction]> | 'no-connection' | null {
  const facts = reservationFacts(targetOf(action, stay))
  return reservationRefusal(verbs[action], facts, new Date(now)) ?? (carries ? null : 'no-connection')
}

/** The part of a stay to open at `now` (ms), the running or next one, and why it does not open yet or any more. */
export function openingOf(
  stay: Stay,
  now: number,
): { view: ReservationView; refusal: ReservationRefusal<'OPEN'> | null } {
  const booked = stay.filter((part) => part.state === 'RESERVED')
  const view = booked.find((part) => now < Date.parse(part.end)) ?? booked.at(-1) ?? stay[0]
  return { view, refusal: reservationRefusal('OPEN', reservationFacts(view), new Date(now)) }
}

/** Why no guest ticket can be created, or null. */
export function ticketRefusal(view: ReservationView, now: number): ReservationRefusal<'SHARE'> | null {
  return reservationRefusal('SHARE', reservationFacts(view), new Date(now))
}
