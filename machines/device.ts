/** What a device can be and do, as one table of facts that feeds server rule, button, tooltip and test. Pure: no clock, no I/O. */
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

/** What a person sees: the reported status, unless something stronger speaks (maintenance, silence, an order on its way). */
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

/** The facts about a device that decide what may be done with it. */
export interface DeviceFacts {
  readonly status: DeviceStatus
  readonly doorState: DoorState | null
  /** False when it was silent for longer than three report intervals. */
  readonly reachable: boolean
  /** False when its gateway holds no link. */
  readonly linked: boolean
  readonly maintenance: boolean
  readonly orderInFlight: boolean
  readonly controls: readonly Action[]
  readonly occupiedBlocksControl: boolean
}

/** The state a moving order wishes for; the others only ask the device to report. */
export function moves(action: Action): boolean {
  return action === 'open' || action === 'close'
}

/** True when the device already is where `action` would bring it. */
export function alreadyThere(action: Action, facts: Pick<DeviceFacts, 'status' | 'doorState'>): boolean {
  if (action === 'open') return facts.doorState === 'open' || (facts.doorState === null && facts.status === 'free')
  if (action === 'close')
    return facts.doorState === 'closed' || (facts.doorState === null && facts.status === 'blocked')
  return false
}

/** What a person is shown, strongest fact first. */
export function shownState(facts: Pick<DeviceFacts, 'status' | 'reachable' | 'maintenance'>): ShownState {
  if (facts.maintenance) return 'maintenance'
  if (facts.status === 'undefined') return 'undefined'
  if (!facts.reachable) return 'unreachable'
  return facts.status
}

/** Does this report confirm that `action` was carried out? Only the device's own word counts (CTRL-1). */
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
