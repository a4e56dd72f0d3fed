import type { DeviceState } from '../messages/fold.ts'
import type { MalfunctionKind } from './kinds.ts'
import type { Detail } from './malfunctions.ts'

/** Settings of a device. Times in ms since 1970. */
export interface DeviceSettings {
  readonly monitored: boolean
  readonly reportIntervalS: number
  /** Volts; null = mains, no rule. */
  readonly lowVoltage: number | null
  readonly autoClose: boolean
  /** Seconds that a door may stay open after use and unused; -1 = without limit. */
  readonly autoCloseS: number
  readonly autoCloseUnusedS: number
}
/** The last command to open, which restarts the time of a door left open. */
export interface OpenRequest {
  readonly openRequestedAt: number | null
}
export interface Verdict {
  readonly open: readonly { kind: MalfunctionKind; at: number; detail: Detail }[]
  readonly close: readonly MalfunctionKind[]
}

/** Report intervals of silence after which a device or gateway is unreachable. */
export const silentIntervals = 3
/** Extra seconds before a door counts as left open. */
export const doorGraceS = 60
const hysteresisVolt = 0.1
const hysteresisShare = 0.03

type Known = ReadonlySet<MalfunctionKind>
type Rule = (device: DeviceSettings, state: DeviceState & OpenRequest, open: boolean, now: number) => Finding
/** 'same' changes nothing. */
type Finding = 'same' | 'right' | { readonly at: number; readonly detail: Detail }

/** M-3: the device reports a dirty sensor, until it reports otherwise. */
const sensorDirty: Rule = (_device, state) => (state.dirty?.value ? { at: state.dirty.at, detail: {} } : 'right')

/** M-4: the newest voltage is below the type's limit, until one exceeds it by 0.1 V or 3 %, whichever is more. */
const lowVoltage: Rule = (device, state, open) => {
  const limit = device.lowVoltage === null ? null : Math.fround(device.lowVoltage)
  if (limit === null) return 'right'
  if (state.voltage === null) return 'same'
  const { value, at } = state.voltage
  if (value < limit) return { at, detail: { voltage: short(value), threshold: short(limit) } }
  if (open && value < limit + Math.max(hysteresisVolt, limit * hysteresisShare)) return 'same'
  return 'right'
}

const passing: ReadonlySet<string> = new Set(['recalibrate', 'reboot', 'updating_status', 'undefined'])

/** M-5: the device reports the status error, until a status of rest or movement; reboot and the like do not end it. */
const errorStatus: Rule = (_device, state) => {
  if (state.status === 'error') return { at: state.lastStateChange ?? state.statusAt ?? 0, detail: {} }
  return passing.has(state.status) ? 'same' : 'right'
}

/**
 * M-6: a self-closing door has been open, without a change or a new command to open it, for longer than both its closing times and a minute.
 * Returns since when (ms), or null.
 */
export function doorLeftOpen(
  device: DeviceSettings,
  { doorOpenSince, openRequestedAt }: { readonly doorOpenSince: number | null } & OpenRequest,
  now: number,
): { readonly at: number; readonly detail: Detail } | null {
  const closesItself = device.autoClose && device.autoCloseS >= 0 && device.autoCloseUnusedS >= 0
  if (doorOpenSince === null || !closesItself) return null
  const since = Math.max(doorOpenSince, openRequestedAt ?? 0)
  const allowedS = Math.max(device.autoCloseS, device.autoCloseUnusedS) + doorGraceS
  if (now - since <= allowedS * 1_000) return null
  return { at: since, detail: { since: new Date(since).toISOString(), allowedSeconds: allowedS } }
}

/**
 * M-6 at a report: closes once the device is no longer open. A silent device opens none, it is unreachable already. Devices that fail to
 * close on command are found by closings.ts.
 */
const stuckDoor: Rule = (device, state, _open, now) => {
  if (isShut(state) || !device.autoClose) return 'right'
  if (state.door !== 'open') return 'same'
  const doorOpenSince = state.lastStateChange ?? state.doorAt
  const left = doorLeftOpen(device, { doorOpenSince, openRequestedAt: state.openRequestedAt }, now)
  return left && state.reachable ? left : 'same'
}

function isShut({ door, status }: DeviceState): boolean {
  return door === null ? status === 'blocked' : door === 'closed'
}

/** Seconds until an opening shows: a younger report of a shut door may describe the time before. */
const openingTakesS = 15

/**
 * C-55, closing: a device opened in an emergency has been shut since the opening, or is still shut when the command must have been carried out
 * failed. A person opens it (server/control/emergency.ts).
 */
const emergencyOpen: Rule = (_device, state) => {
  if (!isShut(state)) return 'same'
  const openedAt = state.openRequestedAt ?? Number.NEGATIVE_INFINITY
  const saidAt = (state.door === null ? state.statusAt : state.doorAt) ?? Number.NEGATIVE_INFINITY
  return (state.lastStateChange ?? saidAt) > openedAt || saidAt > openedAt + openingTakesS * 1_000 ? 'right' : 'same'
}

/** M-1, closing: the device reports again. The sweep of silence.ts opens it. */
const unreachable: Rule = (_device, state) => (state.reachable ? 'right' : 'same')

const rules: readonly (readonly [MalfunctionKind, Rule])[] = [
  ['unreachable', unreachable],
  ['sensor-dirty', sensorDirty],
  ['low-voltage', lowVoltage],
  ['error-status', errorStatus],
  ['stuck-door', stuckDoor],
  ['emergency-open', emergencyOpen],
]

/** Returns what to open and close for a device in this state (rules M-1, M-3 to M-7). Unmonitored devices have no malfunctions. */
export function judge(device: DeviceSettings, state: DeviceState & OpenRequest, known: Known, now: number): Verdict {
  if (!device.monitored) return { open: [], close: [...known] }
  const open: Verdict['open'][number][] = []
  const close: MalfunctionKind[] = []
  for (const [kind, rule] of rules) {
    const isOpen = known.has(kind)
    const finding = rule(device, state, isOpen, now)
    if (finding === 'same') continue
    if (finding === 'right') {
      if (isOpen) close.push(kind)
    } else if (!isOpen) open.push({ kind, at: Math.min(finding.at, now), detail: finding.detail })
  }
  return { open, close }
}

export interface Silence {
  readonly lastMessageAt: number | null
  readonly reportIntervalS: number
  /** Times before which silence does not count: start of the portal, return of the gateway. */
  readonly notBefore: readonly (number | null)[]
}

/** M-1: whether it has been silent for more than three report intervals. A device that never reported is not silent but undefined. */
export function isSilent({ lastMessageAt, reportIntervalS, notBefore }: Silence, now: number): boolean {
  if (lastMessageAt === null) return false
  const heard = Math.max(lastMessageAt, ...notBefore.map((at) => at ?? 0))
  return now - heard > silentIntervals * reportIntervalS * 1_000
}

/** Hours of silence before a mail warns of a gateway, at most once a day (GW-3). */
export const warnAfterHours = 3

/** M-2: report interval of a gateway: the longest of its devices, at most one hour. */
export function gatewayIntervalS(longestDeviceIntervalS: number | null): number {
  return Math.min(longestDeviceIntervalS ?? 600, (warnAfterHours * 3_600) / silentIntervals)
}

/** Returns the shortest decimals of a single precision value. */
function short(value: number): number {
  return Number(value.toPrecision(6))
}
