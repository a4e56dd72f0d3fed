import type { MessageGroup, MessageKind } from '../../../contract/messages.ts'

interface KindRules {
  /** account = about one's own account; in no notification settings. */
  readonly group: MessageGroup | 'account'
  /** Its mail is about losing a place, paying, or one's account: nobody can switch it off (rule N-3). */
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
  registration: { group: 'account', always: true, sms: false },
  'registration-exists': { group: 'account', always: true, sms: false },
  'password-reset': { group: 'account', always: true, sms: false },
  'email-change': { group: 'account', always: true, sms: false },
  'account-guessed': { group: 'account', always: true, sms: false },
  'rm-invitation': { group: 'account', always: true, sms: false },
  'account-changed': { group: 'account', always: true, sms: false },
} as const satisfies Record<MessageKind, KindRules>

/** Kinds that have an SMS text. */
export type SmsKind = { [K in MessageKind]: (typeof kindRules)[K]['sms'] extends true ? K : never }[MessageKind]

export function isSmsKind(kind: MessageKind): kind is SmsKind {
  return kindRules[kind].sms
}

/** Kinds about an account. */
export type AccountKind = {
  [K in MessageKind]: (typeof kindRules)[K]['group'] extends 'account' ? K : never
}[MessageKind]

export function isAccountKind(kind: MessageKind): kind is AccountKind {
  return kindRules[kind].group === 'account'
}
