import { assign, createMachine, type SnapshotFrom, transition } from 'xstate'

/**
 * A command to one device, from its issue to its one outcome. States name what is awaited; failure is a state with a
 * reason. queued → sent → taken → confirmed | failed | expired | unknown. A later report may still change 'unknown' and
 * 'failed: not-in-time'.
 */
export type DeviceCommandEvent =
  | { type: 'SENT' }
  | { type: 'TAKEN' }
  | { type: 'NOT_TAKEN'; reason: string }
  | { type: 'UNLINKED'; reason: 'gateway-unreachable' }
  /** The right by which it was issued ended before it was sent. */
  | { type: 'WITHDRAWN'; reason: string }
  | { type: 'REFUSED_BY_DEVICE'; reason: string }
  | { type: 'FAILED_AT_DEVICE'; reason: string }
  | { type: 'REPORT_CONFIRMS' }
  | { type: 'DEADLINE' }

export const deviceCommandStates = [
  'queued',
  'sent',
  'taken',
  'confirmed',
  'failed',
  'expired',
  'unknown',
  'refused',
] as const
export type DeviceCommandState = (typeof deviceCommandStates)[number]
/** In flight: at most one of these per device (also a unique index). */
export const openCommandStates = ['queued', 'sent', 'taken'] as const satisfies readonly DeviceCommandState[]

export interface DeviceCommandContext {
  reason: string | null
  late: boolean
}

const reason = assign<DeviceCommandContext, DeviceCommandEvent, undefined, DeviceCommandEvent, never>({
  reason: ({ event }) => ('reason' in event ? event.reason : null),
})
const notInTime = assign<DeviceCommandContext, DeviceCommandEvent, undefined, DeviceCommandEvent, never>({
  reason: 'not-in-time',
})
const late = assign<DeviceCommandContext, DeviceCommandEvent, undefined, DeviceCommandEvent, never>({ late: true })
const failsAtDevice = {
  REFUSED_BY_DEVICE: { target: 'failed', actions: reason },
  FAILED_AT_DEVICE: { target: 'failed', actions: reason },
} as const

export const deviceCommandMachine = createMachine({
  types: {} as { context: DeviceCommandContext; events: DeviceCommandEvent },
  id: 'device-command',
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

export interface DeviceCommand extends DeviceCommandContext {
  readonly state: DeviceCommandState
}

/** Returns the command after `event`, the same object if the event changes nothing in its state. */
export function nextDeviceCommand(command: DeviceCommand, event: DeviceCommandEvent): DeviceCommand {
  const snapshot = deviceCommandMachine.resolveState({
    value: command.state,
    context: { reason: command.reason, late: command.late },
  })
  const next = plain(transition(deviceCommandMachine, snapshot, event)[0])
  return next.state === command.state ? command : next
}

function plain(snapshot: SnapshotFrom<typeof deviceCommandMachine>): DeviceCommand {
  return { state: snapshot.value as DeviceCommandState, reason: snapshot.context.reason, late: snapshot.context.late }
}
