import { assign, createMachine } from 'xstate'

/**
 * Extending a reservation, as its dialog does it: choose an end, see the offer, decide, pay. Runs on the client,
 * without effects and timers: its owner queries in `asking`, sends in `sending`, and reports the outcome.
 */
export interface ExtensionOffer {
  /** Null = possible at the same place. */
  readonly refusal: { readonly code: string } | null
  readonly priceCents: number
  /** Equivalent free places, if this one is not free. */
  readonly moves: readonly { readonly device: { readonly id: number }; readonly priceCents: number }[]
}
interface Refused {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly supportCode?: string
}

export interface ExtensionContext {
  /** Requested end, ms; null = none yet. */
  readonly end: number | null
  readonly offer: ExtensionOffer | null
  /** The place to move to; null = stay. */
  readonly deviceId: number | null
  /** Why the last try failed; stays until another choice. */
  readonly refusal: Refused | null
  /** The card payment that the extension waits for. */
  readonly paymentId: string | null
}

export type ExtensionEvent =
  | { type: 'PICK'; end: number }
  /** The server's offer for an end; late replies about earlier ends are ignored. */
  | { type: 'ANSWERED'; end: number; offer: ExtensionOffer }
  | { type: 'UNANSWERED'; refusal: Refused }
  | { type: 'RETRY' }
  | { type: 'CHOOSE'; deviceId: number }
  | { type: 'SEND' }
  | { type: 'EXTENDED'; paymentId: string | null }
  | { type: 'REFUSED'; refusal: Refused }
  /** It is unknown whether it was carried out. */
  | { type: 'LOST' }
  /** The live view shows the extension booked. */
  | { type: 'FOLLOWED' }
  /** The card payment failed, and with it the extension. */
  | { type: 'UNPAID' }

/** Refusals after which the displayed offer is out of date. */
const stale: readonly string[] = [
  'price-changed',
  'place-taken',
  'place-held',
  'no-free-place',
  'maintenance-then',
  'extension-not-available',
]

type Args<T extends ExtensionEvent['type']> = {
  readonly context: ExtensionContext
  readonly event: Extract<ExtensionEvent, { type: T }>
}
const forEvent = <T extends ExtensionEvent['type']>(change: (args: Args<T>) => Partial<ExtensionContext>) =>
  assign<ExtensionContext, Args<T>['event'], undefined, ExtensionEvent, never>(
    change as (args: { context: ExtensionContext; event: Args<T>['event'] }) => Partial<ExtensionContext>,
  )

const pick = {
  target: 'asking',
  reenter: true,
  actions: forEvent<'PICK'>(({ event }) => ({ end: event.end, offer: null, deviceId: null, refusal: null })),
} as const
const keepRefusal = forEvent<'REFUSED' | 'UNANSWERED'>(({ event }) => ({ refusal: event.refusal }))
const hear = forEvent<'ANSWERED'>(({ context, event }) => ({
  offer: event.offer,
  // A chosen place stays chosen while it is still offered.
  deviceId: event.offer.moves.some(({ device }) => device.id === context.deviceId) ? context.deviceId : null,
}))
const fits = ({ context, event }: Args<'ANSWERED'>) => event.end === context.end

/** A reply counts wherever an end is chosen: claims change, and offers may expire. */
const answered = {
  ANSWERED: [
    {
      guard: (args: Args<'ANSWERED'>) => fits(args) && args.event.offer.refusal === null,
      target: 'offered',
      actions: hear,
    },
    {
      guard: (args: Args<'ANSWERED'>) => fits(args) && args.event.offer.moves.length > 0,
      target: 'elsewhere',
      actions: hear,
    },
    { guard: fits, target: 'refused', actions: hear },
  ],
} as const

export const extensionMachine = createMachine({
  types: {} as { context: ExtensionContext; events: ExtensionEvent },
  id: 'extension',
  context: { end: null, offer: null, deviceId: null, refusal: null, paymentId: null },
  initial: 'choosing',
  on: { FOLLOWED: '.done' },
  states: {
    choosing: { on: { PICK: pick } },
    asking: {
      on: {
        PICK: pick,
        ...answered,
        UNANSWERED: { target: 'unanswered', actions: keepRefusal },
      },
    },
    unanswered: { on: { PICK: pick, RETRY: 'asking' } },
    offered: { on: { PICK: pick, ...answered, SEND: 'sending' } },
    elsewhere: {
      on: {
        PICK: pick,
        ...answered,
        CHOOSE: { actions: forEvent<'CHOOSE'>(({ event }) => ({ deviceId: event.deviceId, refusal: null })) },
        SEND: { guard: ({ context }) => extensionPrice(context) !== null, target: 'sending' },
      },
    },
    refused: { on: { PICK: pick, ...answered } },
    sending: {
      entry: assign({ refusal: null }),
      on: {
        EXTENDED: [
          {
            guard: ({ event }) => event.paymentId !== null,
            target: 'paying',
            actions: forEvent<'EXTENDED'>(({ event }) => ({ paymentId: event.paymentId })),
          },
          { target: 'done' },
        ],
        REFUSED: [
          { guard: ({ event }) => stale.includes(event.refusal.code), target: 'asking', actions: keepRefusal },
          { guard: ({ context }) => context.deviceId !== null, target: 'elsewhere', actions: keepRefusal },
          { target: 'offered', actions: keepRefusal },
        ],
        LOST: 'unknown',
      },
    },
    unknown: { on: { RETRY: 'asking' } },
    paying: { on: { UNPAID: 'asking' } },
    done: { type: 'final' },
  },
})

/** Price of the choice, in cents; null while nothing can be booked. */
export function extensionPrice({ offer, deviceId }: Pick<ExtensionContext, 'offer' | 'deviceId'>): number | null {
  if (offer === null) return null
  if (offer.refusal === null) return offer.priceCents
  return offer.moves.find(({ device }) => device.id === deviceId)?.priceCents ?? null
}
