import { type Action, alreadyThere, type DeviceFacts, moves } from './device.ts'
import { type OpeningFacts, openingRules } from './reservation-rules.ts'

/**
 * Who may control a device now. One table of checks for every caller: visitor, guest, operator, schedule, plate, GPS,
 * PIN. The first that fails is the refusal; the results of all are stored with the command. Pure: time is an argument.
 */
export const allowedBy = [
  'operator',
  'emergency',
  'reservation',
  'eticket',
  'schedule',
  'plate',
  'gps',
  'pin',
  'rfid',
  'qr',
] as const
/** The right by which a command was allowed. */
export type AllowedBy = (typeof allowedBy)[number]
/** Callers whose only right is a reservation. */
export const holders = ['reservation', 'eticket', 'plate', 'gps', 'pin', 'rfid', 'qr'] as const satisfies AllowedBy[]
export type Holder = (typeof holders)[number]
/** Callers with a button in the portal. Automatic openings and those on site never repeat an action. */
const buttons: readonly AllowedBy[] = ['operator', 'reservation', 'eticket']
export const isHolder = (by: AllowedBy): by is Holder => (holders as readonly AllowedBy[]).includes(by)

/** Minimum pause between two movements of a device, in seconds: relays and motors need it. */
export const pulseSeconds = 2
/** Maximum time for a person's request to reach the portal, ms. */
export const commandPatienceMs = 10_000

export type ControlRefusal =
  | keyof typeof openingRules
  | 'operations-exceeded'
  | 'action-not-supported'
  | 'under-maintenance'
  | 'command-in-flight'
  | 'gateway-unreachable'
  | 'device-undefined'
  | 'device-unreachable'
  | 'device-occupied'
  | 'already-in-state'
  | 'too-fast'

export interface ControlFacts extends DeviceFacts {
  /** Seconds until the device may move again, 0 = now. */
  readonly restSeconds: number
}

/** The reservation that gives the right. */
export interface HeldFacts extends Required<OpeningFacts> {
  /** Somebody else has not left this device at the end of their time (rule O-5). */
  readonly othersStay: boolean
  /**
   * Openings used and permitted (−1 = unlimited) of the kind of this one; null = already counted (a later device of a
   * run).
   */
  readonly openings: { readonly used: number; readonly limit: number } | null
}

export interface ControlRequest {
  readonly action: Action
  readonly by: AllowedBy
  /** An operator's 'Control anyway' during maintenance. */
  readonly anyway?: boolean
}
const openingCodes = Object.keys(openingRules) as (keyof typeof openingRules)[]
export interface Check {
  readonly code: ControlRefusal
  readonly passed: boolean
}

/** Returns how many openings are left; null = unlimited. */
export function openingsLeft({ used, limit }: { readonly used: number; readonly limit: number }): number | null {
  return limit === -1 ? null : Math.max(0, limit - used)
}

/**
 * Every check before a command is issued, in the order of the refusals (rules C-1 to C-9, C-20 to C-24). `held` is the
 * holder's reservation, null for operators and the schedule.
 */
export function controlChecks(
  request: ControlRequest,
  facts: ControlFacts,
  held: HeldFacts | null,
  now: Date,
): Check[] {
  const { action, by } = request
  const checks: Check[] = []
  const ask = (code: ControlRefusal, passed: boolean) => checks.push({ code, passed })
  const emergency = by === 'emergency'
  const early = held !== null && now < held.start
  if (isHolder(by))
    for (const code of openingCodes) ask(code, held === null ? code === 'user-blocked' : openingRules[code](held, now))
  ask('action-not-supported', facts.controls.includes(action))
  if (!emergency) ask('under-maintenance', !facts.maintenance || request.anyway === true)
  ask('command-in-flight', !facts.commandInFlight)
  ask('gateway-unreachable', facts.linked)
  if (!emergency) ask('device-undefined', facts.status !== 'undefined')
  if (moves(action) && !emergency) {
    ask('device-unreachable', facts.reachable)
    const stopsAll = early || facts.occupiedBlocksControl || (held?.othersStay ?? false)
    ask('device-occupied', facts.status !== 'occupied' || !stopsAll)
    ask('already-in-state', !alreadyThere(action, facts) || (buttons.includes(by) && facts.repeatable.includes(action)))
    ask('too-fast', facts.restSeconds <= 0)
  }
  if (isHolder(by) && held?.openings) ask('operations-exceeded', openingsLeft(held.openings) !== 0)
  return checks
}

/** Returns the first check that fails, or null. */
export function refusalOf(checks: readonly Check[]): ControlRefusal | null {
  return checks.find(({ passed }) => !passed)?.code ?? null
}

/** Refusals that concern only the device. */
export type DeviceRefusal = Exclude<ControlRefusal, keyof typeof openingRules | 'operations-exceeded' | 'too-fast'>

/**
 * Returns why an operator cannot control this now, or null. The pause after the last movement is left to the server.
 */
export function refusalFor(
  action: Action,
  facts: DeviceFacts,
  options: { anyway?: boolean } = {},
): DeviceRefusal | null {
  const request = { action, by: 'operator', anyway: options.anyway ?? false } as const
  return refusalOf(controlChecks(request, { ...facts, restSeconds: 0 }, null, never)) as DeviceRefusal | null
}
/** No span applies to operators. */
const never = new Date(0)

/**
 * Returns the kind of opening (rule C-23): closing, and opening an exit barrier, are exits; every other opening is an
 * entry. A run counts once, as an exit if it opens nothing but exits.
 */
export function countsAs(action: Action, barriers: readonly ('entrance' | 'exit' | null)[]): 'entry' | 'exit' {
  if (action === 'close') return 'exit'
  return barriers.length > 0 && barriers.every((barrier) => barrier === 'exit') ? 'exit' : 'entry'
}

/** The facts about a device that matter for the whole way. */
export interface WayPart {
  /** The one that was booked. */
  readonly main: boolean
  /** -1 = belongs to every path. */
  readonly pathNumber: number
  readonly barrier: 'entrance' | 'exit' | null
  readonly controls: readonly Action[]
}

/**
 * Returns the devices of a request for the whole way (rule C-21): the booked place and the devices on its path that
 * support the action. Exit barriers stay shut if there is anything else to open. Keeps the given order; empty = no
 * device supports it.
 */
export function wayOf<D extends WayPart>(devices: readonly D[], action: Action): D[] {
  const main = devices.find((device) => device.main)
  if (!main) return []
  const able = devices.filter(
    ({ pathNumber, controls }) =>
      controls.includes(action) && (pathNumber === -1 || main.pathNumber === -1 || pathNumber === main.pathNumber),
  )
  const inwards = action === 'open' ? able.filter(({ barrier }) => barrier !== 'exit') : able
  return inwards.length > 0 ? inwards : able
}
