/** What the portal wants of whoever takes card payments. Providers are strangers: slow, away, late and repeating themselves. */
export interface PaymentProvider {
  /** At most 45 letters; part of the webhook's address and kept with every payment. */
  readonly name: string
  /** Opens a session in which the person pays. The same key again answers the same session. */
  open(request: SessionRequest): Promise<{ sessionId: string; url: string }>
  /** The outcome of a session, by the provider's own records. */
  ask(sessionId: string): Promise<Answer>
  /** Ends a session early; returns its state now: a payment in progress cannot be stopped. */
  close(sessionId: string): Promise<Answer>
  /** Gives money back to the card. The same key again is the same refund. Throws RefundRefused when it never will. */
  refund(request: { sessionId: string; amountCents: number; idempotencyKey: string }): Promise<{ refundId: string }>
  /** The event of a webhook, or null when it is not the provider's own or too old. */
  verify(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): ProviderEvent | null
}

export interface SessionRequest {
  /** The payment's id in the portal. */
  readonly reference: string
  readonly amountCents: number
  readonly currency: 'EUR'
  readonly description: string
  /** Where the person goes afterwards, whatever happened. */
  readonly returnUrl: string
  readonly expiresAt: Date
  readonly idempotencyKey: string
}

/** open: not decided yet. expired: over without money, by time or because the person went back; it may still turn out to be paid. */
export interface Answer {
  readonly state: 'open' | 'paid' | 'refused' | 'expired'
  /** The provider's name of the payment, once there is money. */
  readonly paymentId: string | null
}

export interface ProviderEvent {
  readonly id: string
  readonly kind: string
  readonly sessionId: string
}

/** No usable answer: whether it was done is not known. To be tried again with the same key. */
export class ProviderUnavailable extends Error {
  constructor(provider: string, cause?: unknown) {
    super(`the payment provider ${provider} does not answer`, { cause })
  }
}

/** The provider will not give this money back. */
export class RefundRefused extends Error {}

const patienceMs = 5_000

/** A provider whose every call ends within 5 s, and whose every failure but RefundRefused is ProviderUnavailable. */
export function bounded(provider: PaymentProvider, ms: number = patienceMs): PaymentProvider {
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ProviderUnavailable(provider.name)), ms)
    })
    try {
      return await Promise.race([work(), late])
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof RefundRefused) throw error
      throw new ProviderUnavailable(provider.name, error)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    name: provider.name,
    open: (request) => call(() => provider.open(request)),
    ask: (sessionId) => call(() => provider.ask(sessionId)),
    close: (sessionId) => call(() => provider.close(sessionId)),
    refund: (request) => call(() => provider.refund(request)),
    verify: (body, headers) => provider.verify(body, headers),
  }
}
