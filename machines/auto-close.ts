import type { ControlRefusal } from './control.ts'
import type { DeviceStatus, DoorState } from './device.ts'

/**
 * Auto-close (rules C-40 to C-45): a device that was opened is closed if nobody came within its unused gate time, or
 * its gate time after somebody passed. Deadlines are data: this computes the next one from each event. Pure; times in
 * ms since 1970.
 */
export interface Closing {
  readonly openedAt: number
  /** When somebody last passed, or a car left; null = the longer, unused gate time counts. */
  readonly usedAt: number | null
  /** When it is due to close; Infinity = not before another event. */
  readonly dueAt: number
  /** Number of close commands sent to the gateway since it was opened or used. */
  readonly tries: number
  /** The close command in flight. */
  readonly deviceCommandId: string | null
  readonly gaveUpAt: number | null
}

/** Seconds after use, and without any; -1 = never. */
export interface GateTimes {
  readonly usedS: number
  readonly unusedS: number
}

export type ClosingEvent =
  /** It is open. `bounces` = how often it was just closed and opened again. */
  | { readonly type: 'OPENED'; readonly bounces?: number }
  | { readonly type: 'USED' }
  | { readonly type: 'CLOSED' }
  /** It is due, but a rule prevents closing it now. */
  | { readonly type: 'HINDERED'; readonly code: ControlRefusal }
  | { readonly type: 'ISSUED'; readonly deviceCommandId: string; readonly deadline: number }
  /** The command ended and it is still open. `sent` = the command had been sent to the gateway. */
  | { readonly type: 'NOT_CLOSED'; readonly sent: boolean }

/** Number of unsuccessful commands after which a person has to look. */
export const maxTries = 3
const againMs = 5_000
/** Delay if a rule prevents closing, ms. A car ends its wait by leaving; the hour is a safety net for that. */
const waits: Partial<Record<ControlRefusal, number>> = {
  'command-in-flight': 2_000,
  'too-fast': 2_000,
  'under-maintenance': 60_000,
  'device-occupied': 3_600_000,
}
const waitMs = 10_000

/** Returns the state after an event at `at`; null = there is nothing to close any more, the same object = no change. */
export function nextClosing(
  closing: Closing | null,
  event: ClosingEvent,
  times: GateTimes,
  at: number,
): Closing | null {
  if (event.type === 'CLOSED') return null
  if (event.type === 'OPENED') return opened(event.bounces ?? 0, times, at)
  if (closing === null) return null
  switch (event.type) {
    case 'USED':
      return { ...fresh, openedAt: closing.openedAt, usedAt: at, dueAt: dueAfter(at, times.usedS) }
    case 'HINDERED':
      if (event.code === 'already-in-state' || event.code === 'action-not-supported') return null
      return { ...closing, dueAt: at + (waits[event.code] ?? waitMs) }
    case 'ISSUED':
      return {
        ...closing,
        deviceCommandId: event.deviceCommandId,
        tries: closing.tries + 1,
        dueAt: event.deadline + againMs,
      }
    case 'NOT_CLOSED':
      return closing.deviceCommandId === null ? closing : tried({ ...closing, deviceCommandId: null }, event.sent, at)
  }
}

const fresh = { tries: 0, deviceCommandId: null, gaveUpAt: null } as const

function opened(bounces: number, times: GateTimes, at: number): Closing | null {
  if (times.usedS < 0 && times.unusedS < 0) return null
  const closing = { ...fresh, openedAt: at, usedAt: null, dueAt: dueAfter(at, times.unusedS) }
  return bounces > 0 ? tried({ ...closing, tries: bounces }, true, at) : closing
}

/** One try is over; one that was never sent to the gateway does not count. */
function tried(closing: Closing, sent: boolean, at: number): Closing {
  if (!sent) return { ...closing, tries: Math.max(0, closing.tries - 1), dueAt: at + waitMs }
  return closing.tries >= maxTries ? { ...closing, dueAt: at, gaveUpAt: at } : { ...closing, dueAt: at + againMs }
}

function dueAfter(at: number, seconds: number): number {
  return seconds < 0 ? Number.POSITIVE_INFINITY : at + seconds * 1_000
}

/** Returns whether it is open by the device's own report; null = moving or unknown: as before. */
export function standsOpen(
  { status, door }: { readonly status: DeviceStatus; readonly door: DoorState | null },
  openedByCommand: boolean,
): boolean | null {
  if (door !== null) return door === 'open'
  if (status === 'blocked') return false
  return openedByCommand && (status === 'free' || status === 'occupied') ? true : null
}

/** Transitional states say nothing about occupancy. */
const passing: ReadonlySet<DeviceStatus> = new Set([
  'freeing',
  'blocking',
  'recalibrate',
  'reboot',
  'updating_status',
  'error',
  'undefined',
])

/**
 * Returns whether it was used, by its previous and current status. If a car over it blocks control: the car left. If it
 * is meant to be occupied (a box): something was put in or taken out.
 */
export function wasUsed(
  before: { readonly status: DeviceStatus; readonly lastStatus: DeviceStatus | null },
  now: DeviceStatus,
  occupiedBlocksControl: boolean,
): boolean {
  if (passing.has(now)) return false
  const rest = passing.has(before.status) ? before.lastStatus : before.status
  if (rest === null || passing.has(rest)) return false
  const left = rest === 'occupied' && now !== 'occupied'
  return left || (!occupiedBlocksControl && rest !== 'occupied' && now === 'occupied')
}
