import type { DeviceView } from '../../contract/devices.ts'
import { type DeviceRefusal, refusalFor } from '../../machines/control.ts'
import { type Action, actions, type DeviceFacts } from '../../machines/device.ts'
import { openCommandStates } from '../../machines/device-command.ts'

/** Why a button is disabled: the rule's refusal, or no connection to the server. */
export type ActionRefusal = DeviceRefusal | 'no-connection'
export interface ActionState {
  readonly action: Action
  readonly refusal: ActionRefusal | null
}

export const isOpen = (state: string): boolean => (openCommandStates as readonly string[]).includes(state)

/** The facts of a device on screen, as the rules of machines/device.ts need them. */
export function factsOf(device: DeviceView): DeviceFacts {
  return {
    status: device.status,
    doorState: device.doorState,
    reachable: device.reachable,
    linked: device.gateway.linked,
    maintenance: device.maintenance,
    commandInFlight: device.deviceCommand !== null && isOpen(device.deviceCommand.state),
    controls: device.controls,
    occupiedBlocksControl: device.occupiedBlocksControl,
    repeatable: device.repeatable,
  }
}

/**
 * Returns every action of this kind of device, each with the reason against it now (null = allowed). The one table
 * behind buttons, tooltips and tests; `carries` = the connection carries commands.
 */
export function actionStates(device: DeviceView, carries: boolean, options: { anyway?: boolean } = {}): ActionState[] {
  const facts = factsOf(device)
  return actions
    .filter((action) => device.controls.includes(action))
    .map((action) => ({ action, refusal: carries ? refusalFor(action, facts, options) : 'no-connection' }))
}

export const actionIcons = {
  open: 'open',
  close: 'closed',
  refresh: 'refresh',
  recalibrate: 'calibrate',
  reboot: 'power',
} as const satisfies Record<Action, string>
