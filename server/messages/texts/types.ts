import type { MalfunctionView } from '../../../contract/devices.ts'
import type { MessageKind } from '../../../contract/messages.ts'
import type { AccountKind, SmsKind } from './kinds.ts'

export type FactName = 'number' | 'site' | 'device' | 'span' | 'gateway' | 'since'

/**
 * The keys of the texts of mails and SMS. With typical names, an SMS has at most 306 characters of the GSM alphabet: two messages. Parameters:
 * number, site, device, start, end, span and price of the reservation; fromDevice, toDevice, why, reason, from, until, triesUntil, refund, back,
 * amount, by; malfunction, gateway, since, count; email, company, inviter, zones, what, at, changedWith, address of mails about an account. An unknown value is 'none'; an empty paragraph is left out.
 */
type MessageTextKey =
  | 'greeting'
  | 'sentBy'
  | 'settings'
  | 'link.reservation'
  | 'link.malfunctions'
  | `fact.${FactName}`
  | `malfunction.${MalfunctionView['kind']}`
  | `${MessageKind}.${'subject' | 'body'}`
  | `${SmsKind}.sms`
  | `${AccountKind}.link`

/** All texts of a language. A kind without texts does not compile. */
export type MessageTexts = Readonly<Record<MessageTextKey, string>>
