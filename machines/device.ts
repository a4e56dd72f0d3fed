/**
 * States and actions of devices: one table of facts for server rules, buttons, tooltips and tests. Pure: no clock, no
 * I/O.
 */
export const deviceStatuses = [
  'free',
  'freeing',
  'blocked',
  'blocking',
  'occupied',
  'recalibrate',
  'reboot',
  'updating_status',
  'error',
  'undefined',
  'okay',
] as const
export type DeviceStatus = (typeof deviceStatuses)[number]
export const doorStates = ['open', 'closed'] as const
export type DoorState = (typeof doorStates)[number]
export const actions = ['open', 'close', 'refresh', 'recalibrate', 'reboot'] as const
export type Action = (typeof actions)[number]

/**
 * The displayed state: the reported status, unless something stronger applies (maintenance, silence, a command in
 * flight).
 */
export const shownStates = [
  ...deviceStatuses,
  'unknown',
  'unreachable',
  'maintenance',
  'not_responding',
  'active',
  'pending',
  'restarting',
  'generating',
] as const
export type ShownState = (typeof shownStates)[number]
export type Tone = 'error' | 'success' | 'warning'

/** Colour rule of the specification: error for blocked and error, success for free, warning otherwise. */
export function tone(state: ShownState): Tone {
  if (state === 'blocked' || state === 'error') return 'error'
  return state === 'free' ? 'success' : 'warning'
}

/** Facts that decide what may be done with a device. */
export interface DeviceFacts {
  readonly status: DeviceStatus
  readonly doorState: DoorState | null
  /** False if it was silent for longer than three report intervals. */
  readonly reachable: boolean
  /** False if its gateway has no link. */
  readonly linked: boolean
  readonly maintenance: boolean
  readonly commandInFlight: boolean
  readonly controls: readonly Action[]
  readonly occupiedBlocksControl: boolean
  /** Actions that its access methods offer even in the state that they lead to (rule C-8). */
  readonly repeatable: readonly Action[]
}

/** Returns whether an action moves the device; the others only request a report. */
export function moves(action: Action): boolean {
  return action === 'open' || action === 'close'
}

/** Returns true if the device is already in the state to which `action` leads. */
export function alreadyThere(action: Action, facts: Pick<DeviceFacts, 'status' | 'doorState'>): boolean {
  if (action === 'open') return facts.doorState === 'open' || (facts.doorState === null && facts.status === 'free')
  if (action === 'close')
    return facts.doorState === 'closed' || (facts.doorState === null && facts.status === 'blocked')
  return false
}

/** Returns the state shown to a person, the strongest fact first. */
export function shownState(facts: Pick<DeviceFacts, 'status' | 'reachable' | 'maintenance'>): ShownState {
  if (facts.maintenance) return 'maintenance'
  if (facts.status === 'undefined') return 'undefined'
  if (!facts.reachable) return 'unreachable'
  return facts.status
}

/** Returns whether this report confirms that `action` was carried out. Only the device's own report counts (CTRL-1). */
export function confirms(action: Action, report: { status: DeviceStatus; doorState: DoorState | null }): boolean {
  switch (action) {
    case 'open':
      return report.doorState === 'open' || (report.doorState === null && report.status === 'free')
    case 'close':
      return report.doorState === 'closed' || (report.doorState === null && report.status === 'blocked')
    case 'refresh':
      return report.status !== 'updating_status'
    case 'recalibrate':
      return report.status !== 'recalibrate' && report.status !== 'undefined'
    case 'reboot':
      return report.status !== 'reboot' && report.status !== 'undefined'
  }
}
