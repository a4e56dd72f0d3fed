import { assign, fromCallback, setup } from 'xstate'
import { reservationPhase } from './reservation.ts'
import { type ReservationPhase } from './reservation-events.ts'
import type { ReservationFacts } from './reservation-rules.ts'

/**
 * The wizard from search to finished booking, as its screens show it. It has no effects: the page sends commands, and
 * reports replies and the watched reservation. The watched row is the truth; it decides whatever a reply left open.
 */
export interface HoldRow {
  readonly id: number
  readonly phase: ReservationPhase
  /** End of the hold, ms since the epoch; null = it is not held. */
  readonly until: number | null
}

/** Details that are required for booking. */
export interface Missing {
  readonly details: boolean
  readonly documents: boolean
}

export type WizardEvent =
  /** A site was chosen, or left for the search. */
  | { type: 'SITE' }
  | { type: 'SEARCH' }
  /** A place is requested; then the reply. */
  | { type: 'HOLD' }
  | { type: 'HELD'; row: HoldRow }
  /** A reloaded page, or another tab, finds an existing hold. */
  | { type: 'RESUME'; id: number }
  /** The server knows no such reservation of this person. */
  | { type: 'GONE' }
  /** The state of the watched reservation. */
  | { type: 'ROW'; row: HoldRow }
  | { type: 'FILLED'; missing: Missing }
  | { type: 'BOOK' }
  | { type: 'BOOKED' }
  | { type: 'PAY' }
  | { type: 'REFUSED'; code: string }
  /** No reply: the command may or may not have been carried out. */
  | { type: 'UNKNOWN' }
  | { type: 'GAVE_UP' }
  /** The countdown has ended by the page's clock. */
  | { type: 'LAPSED' }

export interface WizardContext {
  readonly id: number | null
  readonly until: number | null
  readonly missing: Missing
  /** Why the last step was refused; shown until the next try. */
  readonly refused: string | null
}

/**
 * Maps a phase of the reservation to its booking. The provider is asked about a payment before its place is released,
 * so the end of a payment is reported, not computed.
 */
const phases: Readonly<Record<'held' | 'paying' | 'booked' | 'timedOut' | 'abandoned', readonly ReservationPhase[]>> = {
  held: ['choosing'],
  paying: ['paying', 'overdue'],
  booked: ['future', 'open', 'running', 'grace', 'over'],
  timedOut: ['expired', 'timedOut'],
  abandoned: ['abandoned', 'cancelled'],
}
const tells =
  (what: keyof typeof phases) =>
  ({ context, event }: { context: WizardContext; event: WizardEvent }) =>
    event.type === 'ROW' && event.row.id === context.id && phases[what].includes(event.row.phase)

/** Refusals that mean that the hold is over. */
const overCodes: readonly string[] = ['hold-expired', 'not-found']

const nothing: WizardContext = { id: null, until: null, missing: { details: false, documents: false }, refused: null }

const { createMachine } = setup({
  types: {} as { context: WizardContext; events: WizardEvent },
  actors: {
    /** Sends LAPSED at `until`, by the page's clock. */
    countdown: fromCallback<WizardEvent, { until: number }>(() => {}),
  },
  guards: {
    mine: ({ context, event }) => event.type === 'ROW' && event.row.id === context.id,
    held: tells('held'),
    paying: tells('paying'),
    booked: tells('booked'),
    timedOut: tells('timedOut'),
    abandoned: tells('abandoned'),
    otherTime: (args) =>
      tells('held')(args) && args.event.type === 'ROW' && args.event.row.until !== args.context.until,
    over: ({ event }) => event.type === 'REFUSED' && overCodes.includes(event.code),
    detailsMissing: ({ context }) => context.missing.details,
    documentsMissing: ({ context }) => context.missing.documents,
  },
  actions: {
    take: assign(({ context, event }) =>
      event.type === 'HELD' || event.type === 'ROW'
        ? { id: event.row.id, until: event.row.until ?? context.until, refused: null }
        : {},
    ),
    follow: assign(({ context, event }) => (event.type === 'ROW' ? { until: event.row.until ?? context.until } : {})),
    resume: assign(({ event }) => (event.type === 'RESUME' ? { ...nothing, id: event.id } : {})),
    fill: assign(({ event }) => (event.type === 'FILLED' ? { missing: event.missing } : {})),
    refuse: assign(({ event }) =>
      event.type === 'REFUSED'
        ? { refused: event.code }
        : event.type === 'UNKNOWN'
          ? { refused: 'outcome-unknown' }
          : {},
    ),
    again: assign({ refused: null }),
    forget: assign(nothing),
  },
})

const ended = [
  { guard: 'booked', target: '#wizard.done' },
  { guard: 'timedOut', target: '#wizard.timedOut' },
  { guard: 'abandoned', target: '#wizard.abandoned' },
] as const
/** Leaving keeps the hold on the server: coming back is RESUME. */
const leave = {
  SITE: { target: '#wizard.choosing', actions: 'forget' },
  SEARCH: { target: '#wizard.searching', actions: 'forget' },
  RESUME: { target: '#wizard.finding', actions: 'resume' },
} as const

export const bookingWizard = createMachine({
  id: 'wizard',
  context: nothing,
  initial: 'searching',
  states: {
    searching: { on: { SITE: 'choosing', RESUME: leave.RESUME } },
    choosing: {
      on: { SEARCH: leave.SEARCH, RESUME: leave.RESUME, HOLD: { target: 'claiming', actions: 'again' } },
    },
    /** A place is requested and the reply is awaited. */
    claiming: {
      on: {
        HELD: { target: 'holding', actions: 'take' },
        REFUSED: { target: 'choosing', actions: 'refuse' },
        UNKNOWN: { target: 'choosing', actions: 'refuse' },
      },
    },
    /** A known hold whose row is awaited. */
    finding: {
      on: {
        ...leave,
        GONE: 'abandoned',
        ROW: [
          { guard: 'held', target: 'holding', actions: 'take' },
          { guard: 'paying', target: 'paying', actions: 'take' },
          ...ended,
        ],
      },
    },
    holding: {
      invoke: { src: 'countdown', input: ({ context }) => ({ until: context.until ?? 0 }) },
      initial: 'details',
      on: {
        ...leave,
        FILLED: { target: '.details', actions: 'fill' },
        LAPSED: 'timedOut',
        GAVE_UP: 'abandoned',
        GONE: 'abandoned',
        ROW: [
          { guard: 'otherTime', target: 'holding', reenter: true, actions: 'follow' },
          { guard: 'paying', target: 'paying', actions: 'take' },
          ...ended,
        ],
      },
      states: {
        details: { always: { guard: ({ context }) => !context.missing.details, target: 'documents' } },
        documents: { always: { guard: ({ context }) => !context.missing.documents, target: 'review' } },
        review: { on: { BOOK: { target: '#wizard.finalizing', actions: 'again' } } },
      },
    },
    /** Booking is under way; only its reply, or an end in the row, leads on. */
    finalizing: {
      on: {
        BOOKED: 'done',
        PAY: 'paying',
        REFUSED: [
          { guard: 'over', target: 'timedOut' },
          { target: 'holding', actions: 'refuse' },
        ],
        UNKNOWN: { target: 'settling', actions: 'refuse' },
        ROW: [{ guard: 'paying', target: 'paying', actions: 'take' }, ...ended, { guard: 'mine', actions: 'follow' }],
      },
    },
    /** No reply: the row decides, as soon as it is received. */
    settling: {
      on: {
        ...leave,
        GONE: 'abandoned',
        ROW: [
          { guard: 'held', target: 'holding', actions: 'follow' },
          { guard: 'paying', target: 'paying', actions: 'take' },
          ...ended,
        ],
      },
    },
    /**
     * The payment page is open, or about to open. A refused payment returns the hold with a new end, so the previous
     * row is out of date.
     */
    paying: {
      on: {
        ...leave,
        GAVE_UP: 'abandoned',
        ROW: [
          { guard: 'otherTime', target: 'holding', actions: 'take' },
          ...ended,
          { guard: 'mine', actions: 'follow' },
        ],
      },
    },
    done: { on: leave },
    /** The place is free for others; the typed details can be used for another hold. */
    timedOut: {
      on: {
        ...leave,
        HOLD: { target: 'claiming', actions: 'again' },
        ROW: [
          { guard: 'held', target: 'holding', actions: 'take' },
          { guard: 'paying', target: 'paying', actions: 'take' },
          { guard: 'booked', target: 'done' },
        ],
      },
    },
    abandoned: { on: { ...leave, HOLD: { target: 'claiming', actions: 'again' } } },
  },
})

/** Returns the row of a reservation as the wizard needs it, at `now`. */
export function holdRow(id: number, facts: ReservationFacts, now: Date): HoldRow {
  return { id, phase: reservationPhase(facts, now), until: facts.heldUntil?.getTime() ?? null }
}
