import { reservationFacts } from '../../contract/reservations/facts.ts'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type ReservationRefusal } from '../../machines/reservation-events.ts'
import type { IconName } from '../ui/icons.tsx'
import type { Stay } from './stays.ts'

/** What a card offers; 'edit' is note, plate and RFID token in one dialog. */
export const cardActions = ['extend', 'share', 'changeDevice', 'edit', 'cancel'] as const
export type CardAction = (typeof cardActions)[number]

export const actionIcons: Readonly<Record<CardAction, IconName>> = {
  extend: 'plus',
  share: 'share',
  changeDevice: 'swap',
  edit: 'edit',
  cancel: 'cross',
}

/** A summary may be shared whatever guests may do: the dialog tells which links there can be. */
const verbs = {
  extend: 'EXTEND',
  share: 'SHARE_SUMMARY',
  changeDevice: 'CHANGE_DEVICE',
  edit: 'EDIT',
  cancel: 'CANCEL',
} as const satisfies Record<CardAction, string>

/** The part of a stay that an action means: its end for what moves the end, else the one that runs or comes first. */
export function targetOf(action: CardAction, stay: Stay): ReservationView {
  const atTheEnd = action === 'extend' || action === 'cancel' || action === 'changeDevice'
  const booked = stay.filter((part) => part.state === 'RESERVED')
  return (atTheEnd ? booked.at(-1) : booked[0]) ?? stay[0]
}

/** Why an action of a stay cannot be done at `now` (ms), or null. Nothing can be done without a connection. */
export function actionRefusal(
  action: CardAction,
  stay: Stay,
  now: number,
  carries: boolean,
): ReservationRefusal<(typeof verbs)[CardAction]> | 'no-connection' | null {
  const facts = reservationFacts(targetOf(action, stay))
  return reservationRefusal(verbs[action], facts, new Date(now)) ?? (carries ? null : 'no-connection')
}

/** The part of a stay that is to be opened at `now` (ms), the one that runs or comes next, and why it does not open yet or any more. */
export function openingOf(
  stay: Stay,
  now: number,
): { view: ReservationView; refusal: ReservationRefusal<'OPEN'> | null } {
  const booked = stay.filter((part) => part.state === 'RESERVED')
  const view = booked.find((part) => now < Date.parse(part.end)) ?? booked.at(-1) ?? stay[0]
  return { view, refusal: reservationRefusal('OPEN', reservationFacts(view), new Date(now)) }
}

/** Why no guest ticket can be made of it, or null. */
export function ticketRefusal(view: ReservationView, now: number): ReservationRefusal<'SHARE'> | null {
  return reservationRefusal('SHARE', reservationFacts(view), new Date(now))
}
