import type { MessageGroup, MessageKind } from '../../../contract/messages.ts'

interface KindRules {
  readonly group: MessageGroup
  /** Its mail is about losing a place or paying: nobody can switch it off (rule N-3). */
  readonly always: boolean
  /** Short and urgent: also sent by SMS where allowed (rule N-4). */
  readonly sms: boolean
}

/** How each kind of message is treated. */
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
} as const satisfies Record<MessageKind, KindRules>

/** Kinds that have an SMS text. */
export type SmsKind = { [K in MessageKind]: (typeof kindRules)[K]['sms'] extends true ? K : never }[MessageKind]

export function isSmsKind(kind: MessageKind): kind is SmsKind {
  return kindRules[kind].sms
}
