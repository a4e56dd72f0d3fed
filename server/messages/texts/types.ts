import type { MalfunctionView } from '../../../contract/devices.ts'
import type { NoticeKind } from '../../../contract/messages.ts'
import type { SmsKind } from './kinds.ts'

/**
 * ICU messages, as in the client. Names in them: number, site, device, start, end, span and price of the reservation; fromDevice, toDevice, why,
 * reason, from, until, triesUntil, refund, back, amount, by; malfunction, gateway, since, count. What is not known is 'none'; a line
 * that becomes empty is left out.
 */
export interface MessageTexts {
  readonly subject: string
  readonly lines: readonly string[]
}
interface ShortTexts extends MessageTexts {
  /** At most 306 characters of the GSM alphabet with usual names in it: two SMS. */
  readonly sms: string
}

/** Everything that mails and SMS say in a language. A kind without its texts does not compile. */
export interface NoticeTexts {
  readonly greeting: string
  readonly facts: Readonly<Record<'number' | 'site' | 'device' | 'span' | 'gateway' | 'since', string>>
  /** What the link opens. */
  readonly links: { readonly reservation: string; readonly malfunctions: string }
  readonly sentBy: string
  readonly settings: string
  readonly malfunctions: Readonly<Record<MalfunctionView['kind'], string>>
  readonly kinds: Readonly<{ [K in NoticeKind]: K extends SmsKind ? ShortTexts : MessageTexts }>
}
