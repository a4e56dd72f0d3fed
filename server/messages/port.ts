/** How messages leave the portal. Every channel ends in one of four ways, and none is ever called inside a transaction. */
export interface OutgoingMail {
  /** The same for every attempt, so that a duplicate mail can be recognised. */
  readonly messageId: string
  readonly to: string
  readonly senderName: string
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
export interface OutgoingSms {
  /** The same for every attempt. */
  readonly id: string
  /** E.164 */
  readonly to: string
  readonly text: string
}

export interface Port<Out> {
  readonly via: 'smtp' | 'sms-gateway' | 'file'
  /** Hands over one message; throws a SendFailure. Aborts on the signal. */
  send(out: Out, signal: AbortSignal): Promise<void>
  close(): void
}
export type MailPort = Port<OutgoingMail>
export type SmsPort = Port<OutgoingSms>

/** refused = this message will never be accepted; later = this one not now; away = nothing is accepted at the moment. */
export type FailureKind = 'refused' | 'later' | 'away'

export class SendFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SendFailure'
    this.kind = kind
  }
}

/** Milliseconds until a connection must be established, and until the whole exchange must be done. */
export const connectMs = 10_000
export const wholeMs = 30_000
