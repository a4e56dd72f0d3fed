/** How messages leave the house. Both ends in one of four ways; none of them is ever called inside a transaction. */
export interface OutgoingMail {
  /** The same for every try, so that a mail which arrives twice can be recognised. */
  readonly messageId: string
  readonly to: string
  readonly senderName: string
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
export interface OutgoingSms {
  /** The same for every try. */
  readonly id: string
  /** E.164 */
  readonly to: string
  readonly text: string
}

export interface Port<Out> {
  readonly via: 'smtp' | 'sms-gateway'
  /** Hands one over; throws a SendFailure. Gives up at the signal. */
  send(out: Out, signal: AbortSignal): Promise<void>
  close(): void
}
export type MailPort = Port<OutgoingMail>
export type SmsPort = Port<OutgoingSms>

/** refused = this one will never be taken; later = not this one, not now; away = nothing is taken at the moment. */
export type FailureKind = 'refused' | 'later' | 'away'

export class SendFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SendFailure'
    this.kind = kind
  }
}

/** Milliseconds until a connection must stand, and until everything must be said. */
export const connectMs = 10_000
export const wholeMs = 30_000
