import type { NoticeGroup, NoticeKind } from '../../../contract/messages.ts'

interface KindRules {
  readonly group: NoticeGroup
  /** Its mail says that somebody loses a place or pays for something: nobody can switch that off (rule N-3). */
  readonly always: boolean
  /** Short and urgent: also by SMS where that is allowed (rule N-4). */
  readonly sms: boolean
}

/** How each kind of notice is treated. */
export const kindRules = {
  'reservation-confirmed': { group: 'reservations', always: false, sms: false },
  'reservation-changed': { group: 'reservations', always: false, sms: false },
  'reservation-canceled': { group: 'reservations', always: true, sms: true },
  'reservation-extended': { group: 'reservations', always: false, sms: false },
  'reservation-rebooked': { group: 'maintenance', always: true, sms: true },
  'maintenance-not-moved': { group: 'maintenance', always: true, sms: true },
  'maintenance-lost-access': { group: 'maintenance', always: true, sms: true },
  'maintenance-restored': { group: 'maintenance', always: false, sms: false },
  'maintenance-last-try-failed': { group: 'maintenance', always: true, sms: true },
  'overstay-begun': { group: 'reservations', always: true, sms: true },
  'overstay-charged': { group: 'reservations', always: true, sms: true },
  'overstay-next-not-moved': { group: 'reservations', always: true, sms: true },
  'overstay-next-freed': { group: 'reservations', always: true, sms: true },
  'gateway-silent': { group: 'malfunctions', always: false, sms: false },
  'malfunction-opened': { group: 'malfunctions', always: false, sms: false },
} as const satisfies Record<NoticeKind, KindRules>

/** Kinds that have the text of an SMS. */
export type SmsKind = { [K in NoticeKind]: (typeof kindRules)[K]['sms'] extends true ? K : never }[NoticeKind]

export function isSmsKind(kind: NoticeKind): kind is SmsKind {
  return kindRules[kind].sms
}
