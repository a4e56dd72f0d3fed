import { assign, createMachine, type SnapshotFrom, transition } from 'xstate'

/**
 * One order to a device, from the wish to its one outcome. States name what is awaited; failure is a state with a reason.
 * queued → sent → taken → confirmed | failed | expired | unknown. A later report may still settle 'unknown' and 'failed: not-in-time'.
 */
export type AttemptEvent =
  | { type: 'SENT' }
  | { type: 'TAKEN' }
  | { type: 'NOT_TAKEN'; reason: string }
  | { type: 'UNLINKED'; reason: 'gateway-unreachable' }
  /** The right by which it was given is over before it was sent. */
  | { type: 'WITHDRAWN'; reason: string }
  | { type: 'REFUSED_BY_DEVICE'; reason: string }
  | { type: 'FAILED_AT_DEVICE'; reason: string }
  | { type: 'REPORT_CONFIRMS' }
  | { type: 'DEADLINE' }

export const attemptStates = [
  'queued',
  'sent',
  'taken',
  'confirmed',
  'failed',
  'expired',
  'unknown',
  'refused',
] as const
export type AttemptState = (typeof attemptStates)[number]
/** In flight: at most one of these per device (also a unique index). */
export const openAttemptStates = ['queued', 'sent', 'taken'] as const satisfies readonly AttemptState[]

export interface AttemptContext {
  reason: string | null
  late: boolean
}

const reason = assign<AttemptContext, AttemptEvent, undefined, AttemptEvent, never>({
  reason: ({ event }) => ('reason' in event ? event.reason : null),
})
const notInTime = assign<AttemptContext, AttemptEvent, undefined, AttemptEvent, never>({ reason: 'not-in-time' })
const late = assign<AttemptContext, AttemptEvent, undefined, AttemptEvent, never>({ late: true })
const failsAtDevice = {
  REFUSED_BY_DEVICE: { target: 'failed', actions: reason },
  FAILED_AT_DEVICE: { target: 'failed', actions: reason },
} as const

export const attemptMachine = createMachine({
  types: {} as { context: AttemptContext; events: AttemptEvent },
  id: 'attempt',
  context: { reason: null, late: false },
  initial: 'queued',
  states: {
    queued: {
      on: {
        SENT: 'sent',
        UNLINKED: { target: 'failed', actions: reason },
        WITHDRAWN: { target: 'failed', actions: reason },
        DEADLINE: { target: 'expired', actions: notInTime },
      },
    },
    sent: {
      on: {
        TAKEN: 'taken',
        NOT_TAKEN: { target: 'failed', actions: reason },
        ...failsAtDevice,
        REPORT_CONFIRMS: 'confirmed',
        DEADLINE: { target: 'unknown', actions: notInTime },
      },
    },
    taken: {
      on: { ...failsAtDevice, REPORT_CONFIRMS: 'confirmed', DEADLINE: { target: 'failed', actions: notInTime } },
    },
    unknown: {
      on: {
        REFUSED_BY_DEVICE: { target: 'failed', actions: [reason, late] },
        FAILED_AT_DEVICE: { target: 'failed', actions: [reason, late] },
        REPORT_CONFIRMS: { target: 'confirmed', actions: late },
      },
    },
    failed: {
      on: {
        REPORT_CONFIRMS: {
          guard: ({ context }) => context.reason === 'not-in-time',
          target: 'confirmed',
          actions: late,
        },
      },
    },
    confirmed: {},
    expired: {},
    refused: {},
  },
})

export interface Attempt extends AttemptContext {
  readonly state: AttemptState
}

/** The order after `event`; the same object when the event changes nothing in its state. */
export function nextAttempt(attempt: Attempt, event: AttemptEvent): Attempt {
  const snapshot = attemptMachine.resolveState({
    value: attempt.state,
    context: { reason: attempt.reason, late: attempt.late },
  })
  const next = plain(transition(attemptMachine, snapshot, event)[0])
  return next.state === attempt.state ? attempt : next
}

function plain(snapshot: SnapshotFrom<typeof attemptMachine>): Attempt {
  return { state: snapshot.value as AttemptState, reason: snapshot.context.reason, late: snapshot.context.late }
}
