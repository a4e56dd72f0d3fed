import { assign, initialTransition, type StateValue, setup, transition } from 'xstate'
import type {
  PlainVerb,
  ReservationEvent,
  ReservationPhase,
  ReservationRefusal,
  ReservationVerb,
} from './reservation-events.ts'
import {
  holdMs,
  holdRuns,
  maxPaymentTries,
  mayBeLate,
  openingRules,
  opensAt,
  paymentGraceIsOver,
  paymentHoldMs,
  type ReservationFacts,
  rightEnds,
} from './reservation-rules.ts'

type Context = ReservationFacts & { readonly now: Date }

const machine = setup({
  types: {} as { context: Context; input: Context; events: ReservationEvent },
  guards: {
    later: ({ context, event }) => event.type === 'CLOCK' && event.now >= context.now,
    booked: ({ context }) => context.state === 'RESERVED',
    cancelled: ({ context }) => context.state === 'STORNO',
    timedOut: ({ context }) => context.state === 'CANCELED' && context.timedOut === true,
    abandoned: ({ context }) => context.state === 'CANCELED',
    pays: ({ context }) => context.holdKind === 'payment',
    holdIsOver: ({ context }) => !holdRuns(context, context.now),
    paymentGraceIsOver: ({ context }) => paymentGraceIsOver(context, context.now),
    mayChooseAgain: ({ context, event }) =>
      event.type === 'UNPAID' && !context.followUp && !event.holdsOther && event.tries < maxPaymentTries,
    mayBeLate: ({ context }) => mayBeLate(context, context.now),
    opens: ({ context }) => context.now >= opensAt(context),
    begins: ({ context }) => context.now >= context.start,
    ends: ({ context }) => context.now >= context.end,
    isLeft: ({ context }) => context.now >= rightEnds(context),
    followed: ({ context }) => context.followed === true,
    noGuests: ({ context }) => context.guestTicketAllowed !== true,
    mayNotOpen: ({ context }, { code }: { code: keyof typeof openingRules }) =>
      !openingRules[code](context, context.now),
  },
  actions: {
    refuse: (_, _params: { readonly code: ReservationRefusal }) => {},
    tick: assign(({ event }) => (event.type === 'CLOCK' ? { now: event.now } : {})),
    holdForPayment: assign(({ context }) => ({ holdKind: 'payment', heldUntil: after(context.now, paymentHoldMs) })),
    holdAgain: assign(({ context }) => ({ holdKind: 'choosing', heldUntil: after(context.now, holdMs) })),
    book: assign({ state: 'RESERVED', holdKind: null, heldUntil: null }),
    cancel: assign({ state: 'STORNO' }),
    timeOut: assign({ state: 'CANCELED', timedOut: true }),
    abandon: assign({ state: 'CANCELED', timedOut: false }),
    extend: assign({ followed: true }),
    overstay: assign(({ event }) => (event.type === 'OVERSTAY' ? { graceUntil: event.until } : {})),
  },
})

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
const refuse = <C extends ReservationRefusal>(code: C) => ({ actions: { type: 'refuse', params: { code } } }) as const
const refuseAll = <V extends ReservationVerb, C extends ReservationRefusal<V>>(verbs: readonly V[], code: C) =>
  Object.fromEntries(verbs.map((verb) => [verb, refuse(code)])) as Record<V, ReturnType<typeof refuse<C>>>

const ofHolds = ['AMEND', 'FINALIZE', 'PAY', 'PAID', 'UNPAID', 'BOOK_AGAIN', 'ABANDON', 'EXPIRE'] as const
const ofBooked = [
  'CANCEL',
  'CHANGE_DEVICE',
  'REBOOK',
  'EXTEND',
  'SHARE',
  'SHARE_SUMMARY',
  'EDIT',
  'ALLOW_AUTOMATIC',
] as const
const stays = {}
const books = { target: '#booked', actions: 'book' } as const
const timesOut = { target: '#timedOut', actions: 'timeOut' } as const
const abandons = { target: '#abandoned', actions: 'abandon' } as const
const extended = { guard: 'followed', ...refuse('reservation-extended') } as const
const mayNotOpen = (code: keyof typeof openingRules) =>
  ({ guard: { type: 'mayNotOpen', params: { code } }, ...refuse(code) }) as const
/** The hold is gone, but its person may have paid. */
const gone = {
  ...refuseAll(['AMEND', 'FINALIZE', 'PAY', 'PAID', 'ABANDON'], 'hold-expired'),
  BOOK_AGAIN: [{ guard: 'mayBeLate' }, refuse('hold-expired')],
} as const

/**
 * Life cycle of a reservation, for the server's verbs under their locks and for every button. A row enters at `stored`;
 * then time moves it on, so the phase depends on facts and time alone. A refused event has a code and changes nothing.
 */
export const reservationMachine = machine.createMachine({
  id: 'reservation',
  context: ({ input }) => input,
  initial: 'stored',
  on: {
    CLOCK: { guard: 'later', actions: 'tick' },
    ...refuseAll(ofHolds, 'reservation-state'),
    ...refuseAll([...ofBooked, 'OVERSTAY'], 'reservation-not-reserved'),
    REPAIR_REFUND: refuse('refund-not-missing'),
    OPEN: [
      mayNotOpen('reservation-not-reserved'),
      mayNotOpen('reservation-over'),
      mayNotOpen('reservation-not-begun'),
      mayNotOpen('user-blocked'),
      stays,
    ],
  },
  states: {
    stored: {
      always: [
        { guard: 'booked', target: 'booked' },
        { guard: 'cancelled', target: 'cancelled' },
        { guard: 'timedOut', target: 'timedOut' },
        { guard: 'abandoned', target: 'abandoned' },
        { guard: 'pays', target: 'hold.paying' },
        { target: 'hold' },
      ],
    },
    hold: {
      initial: 'choosing',
      on: { PAID: books, EXPIRE: refuse('place-held') },
      states: {
        choosing: {
          always: { guard: 'holdIsOver', target: 'expired' },
          on: {
            AMEND: stays,
            FINALIZE: books,
            PAY: { target: 'paying', actions: 'holdForPayment' },
            ABANDON: abandons,
          },
        },
        /** Anybody may claim the place, and thereby expires the row. */
        expired: {
          on: { ...refuseAll(['AMEND', 'FINALIZE', 'PAY'], 'hold-expired'), ABANDON: abandons, EXPIRE: timesOut },
        },
        paying: {
          always: { guard: 'holdIsOver', target: 'overdue' },
          on: {
            ...refuseAll(['FINALIZE', 'PAY', 'ABANDON'], 'payment-pending'),
            UNPAID: [{ guard: 'mayChooseAgain', target: 'choosing', actions: 'holdAgain' }, abandons],
          },
        },
        /** The provider is asked before the place is released. */
        overdue: {
          on: {
            AMEND: refuse('hold-expired'),
            ...refuseAll(['FINALIZE', 'PAY', 'ABANDON'], 'payment-pending'),
            UNPAID: timesOut,
            EXPIRE: { guard: 'paymentGraceIsOver', ...timesOut },
          },
        },
      },
    },
    booked: {
      id: 'booked',
      initial: 'live',
      on: { ...refuseAll(ofBooked, 'reservation-over'), OVERSTAY: refuse('reservation-state') },
      states: {
        live: {
          initial: 'future',
          always: { guard: 'ends', target: 'grace' },
          on: {
            CANCEL: [extended, { target: '#cancelled', actions: 'cancel' }],
            CHANGE_DEVICE: [extended, stays],
            REBOOK: stays,
            EXTEND: [extended, { actions: 'extend' }],
            SHARE: [{ guard: 'noGuests', ...refuse('eticket-not-allowed') }, stays],
            SHARE_SUMMARY: stays,
            EDIT: stays,
            ALLOW_AUTOMATIC: stays,
          },
          states: {
            future: { always: { guard: 'opens', target: 'open' } },
            open: { always: { guard: 'begins', target: 'running' } },
            running: {},
          },
        },
        grace: { always: { guard: 'isLeft', target: 'over' } },
        over: { on: { OVERSTAY: { target: 'grace', actions: 'overstay' } } },
      },
    },
    cancelled: { id: 'cancelled', on: { REPAIR_REFUND: stays } },
    timedOut: { id: 'timedOut', on: gone },
    abandoned: { id: 'abandoned', on: gone },
  },
})

/** Returns the phase of a reservation at `now`. */
export function reservationPhase(facts: ReservationFacts, now: Date): ReservationPhase {
  return phaseOf(resolve(facts, now).value)
}

/** Returns why a verb cannot be applied to a reservation now, or null. */
export function reservationRefusal<V extends PlainVerb>(
  verb: V,
  facts: ReservationFacts,
  now: Date,
): ReservationRefusal<V> | null {
  const next = nextReservation({ type: verb } as ReservationEvent, facts, now)
  return next.refusal as ReservationRefusal<V> | null
}

/** Returns the facts and phase after an event, or the refusal, which changes nothing. */
export function nextReservation(
  event: ReservationEvent,
  facts: ReservationFacts,
  now: Date,
): { readonly refusal: ReservationRefusal | null; readonly phase: ReservationPhase; readonly facts: Context } {
  const [next, actions] = transition(reservationMachine, resolve(facts, now), event)
  const refused = actions.find(({ type }) => type === 'refuse')?.params as { code: ReservationRefusal } | undefined
  return { refusal: refused?.code ?? null, phase: phaseOf(next.value), facts: next.context }
}

function resolve(facts: ReservationFacts, now: Date) {
  return initialTransition(reservationMachine, { ...facts, now })[0]
}

/** Innermost state, whose name is the phase. */
function phaseOf(value: StateValue): ReservationPhase {
  if (typeof value === 'string') return value as ReservationPhase
  return phaseOf(Object.values(value)[0] ?? 'over')
}
