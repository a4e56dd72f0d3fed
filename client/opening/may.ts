import type { AccessView, DoorView } from '../../contract/control/own.ts'
import { openingFacts } from '../../contract/reservations/facts.ts'
import {
  type ControlRefusal,
  controlChecks,
  countsAs,
  type HeldFacts,
  openingsLeft,
  wayOf as partsOfWay,
  pulseSeconds,
  refusalOf,
} from '../../machines/control.ts'
import { moves } from '../../machines/device.ts'
import { openCommandStates } from '../../machines/device-command.ts'
import { reservationPhase } from '../../machines/reservation.ts'
import { type ReservationPhase } from '../../machines/reservation-events.ts'

/** Why a button is disabled: a rule's refusal, no connection, or a request in progress. */
export type Off = ControlRefusal | 'no-connection' | 'run-in-progress'
export type OwnAction = 'open' | 'close'
export type WayDevice = AccessView['devices'][number]
/** A device of the way as the screen shows it. */
export interface Door {
  readonly device: WayDevice
  readonly view: DoorView
}

/** Other facts, besides the views. */
export interface Circumstances {
  /** By the server's clock, ms. */
  readonly now: number
  /** The views are live, so requests can be sent. */
  readonly carries: boolean
  /** A request of this screen has no outcome yet. */
  readonly pending: boolean
}

/** The devices of a way in order, those with a known state. */
export function doorsOf(access: AccessView, views: readonly DoorView[]): Door[] {
  const byId = new Map(views.map((view) => [view.id, view]))
  return access.devices.flatMap((device) => {
    const view = byId.get(device.deviceId)
    return view === undefined ? [] : [{ device, view }]
  })
}

/** Whether it has a button: the device can do it, and its stored access methods, if any, include it. */
export function offers({ device, view }: Door, action: OwnAction): boolean {
  return view.controls.includes(action) && (device.access.length === 0 || device.access.includes(action))
}

/** The devices of opening the whole way (rule C-21). */
export function onTheWay(doors: readonly Door[]): Door[] {
  const parts = doors.map((door) => ({ ...door.device, controls: door.view.controls, door }))
  return partsOfWay(parts, 'open').map(({ door }) => door)
}

function heldOf(access: AccessView, counts: 'entry' | 'exit' | null): HeldFacts {
  const { entriesUsed, entryLimit, exitsUsed, exitLimit } = access.openings
  const openings =
    counts === null
      ? null
      : counts === 'entry'
        ? { used: entriesUsed, limit: entryLimit }
        : { used: exitsUsed, limit: exitLimit }
  return { ...openingFacts(access), othersStay: false, openings }
}

function restSeconds({ deviceCommand }: DoorView, now: number): number {
  if (deviceCommand === null || !moves(deviceCommand.action) || deviceCommand.sentAt === null) return 0
  return Math.max(0, Date.parse(deviceCommand.sentAt) / 1_000 + pulseSeconds - now / 1_000)
}

function ruleAgainst(access: AccessView, door: Door, action: OwnAction, now: number, counted: boolean) {
  const { device, view } = door
  const facts = {
    ...view,
    commandInFlight:
      view.deviceCommand !== null && (openCommandStates as readonly string[]).includes(view.deviceCommand.state),
    restSeconds: restSeconds(view, now),
  }
  const counts = counted ? null : countsAs(action, [device.barrier])
  return refusalOf(controlChecks({ action, by: 'reservation' }, facts, heldOf(access, counts), new Date(now)))
}

const held: readonly (ControlRefusal | null)[] = [
  'reservation-not-reserved',
  'reservation-over',
  'reservation-not-begun',
  'user-blocked',
] satisfies ControlRefusal[]

/** Reasons that waiting for the connection cannot change come first. */
function off(rule: ControlRefusal | null, access: AccessView, { carries, pending }: Circumstances): Off | null {
  if (held.includes(rule)) return rule
  if (!carries) return 'no-connection'
  if (pending || access.run?.state === 'running') return 'run-in-progress'
  return rule
}

/** Why one device cannot be commanded now, or null (the rules of machines/control.ts, CTRL-2, CTRL-4, CTRL-6). */
export function doorOff(access: AccessView, door: Door, action: OwnAction, around: Circumstances): Off | null {
  return off(ruleAgainst(access, door, action, around.now, false), access, around)
}

export interface Way {
  readonly off: Off | null
  /** The devices to move, in order; open ones are left out. */
  readonly moves: readonly Door[]
  /** Where it would stop at present. */
  readonly stops: { readonly door: Door; readonly refusal: ControlRefusal } | null
}

/** What opening the whole way would do now (CTRL-3). */
export function wayOf(access: AccessView, doors: readonly Door[], around: Circumstances): Way {
  const may = onTheWay(doors)
  const rules = may.map((door) => ({ door, rule: ruleAgainst(access, door, 'open', around.now, true) }))
  const ahead = rules.filter(({ rule }) => rule !== 'already-in-state')
  const [first] = ahead.length > 0 ? ahead : rules
  const counts = countsAs(
    'open',
    may.map(({ device }) => device.barrier),
  )
  const spent = openingsLeft(heldOf(access, counts).openings ?? { used: 0, limit: -1 }) === 0
  const rule = first?.rule ?? (first === undefined ? 'action-not-supported' : spent ? 'operations-exceeded' : null)
  const stop = ahead.find((each, at) => at > 0 && each.rule !== null)
  return {
    off: off(rule, access, around),
    moves: ahead.map(({ door }) => door),
    stops: stop?.rule ? { door: stop.door, refusal: stop.rule } : null,
  }
}

/** Everything that could be moved is under maintenance: nothing opens whatever the time. */
export function isClosed(doors: readonly Door[]): boolean {
  const moving = doors.filter((door) => offers(door, 'open') || offers(door, 'close'))
  return moving.length > 0 && moving.every(({ view }) => view.maintenance)
}

/** Openings left of a kind; null = unlimited. */
export function left(access: AccessView, kind: 'entry' | 'exit'): number | null {
  return openingsLeft(heldOf(access, kind).openings ?? { used: 0, limit: -1 })
}

/** The kind of opening that a request counts as. */
export function kindOf(action: OwnAction, doors: readonly Door[]): 'entry' | 'exit' {
  return countsAs(
    action,
    doors.map(({ device }) => device.barrier),
  )
}

export type Phase = 'early' | 'open' | 'grace' | 'over' | 'ended'

const phases: Readonly<Partial<Record<ReservationPhase, Phase>>> = {
  future: 'early',
  open: 'open',
  running: 'open',
  grace: 'grace',
  over: 'over',
}

/** The phase of a reservation for opening: too early, in its window, in grace, over, or no longer booked. */
export function phaseOf(access: AccessView, now: number): Phase {
  return phases[reservationPhase(openingFacts(access), new Date(now))] ?? 'ended'
}
