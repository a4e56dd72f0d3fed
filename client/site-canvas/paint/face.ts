import type { DeviceView } from '../../../contract/devices.ts'
import { type ShownState, shownState, tone } from '../../../machines/device.ts'
import { openCommandStates } from '../../../machines/device-command.ts'
import type { ToneName } from '../../theme/tokens.ts'
import { type IconName } from '../../ui/icons.tsx'
import { stateIcons } from '../../ui/status-badge.tsx'

/** What is drawn for a device: its state as colour, icon and word, its name, and whether a command is on its way. */
export interface Face {
  readonly name: string
  readonly word: string
  readonly icon: IconName
  readonly tone: ToneName
  readonly moving: boolean
}

/** Returns the face of a device; an unknown one is an outline with its name. */
export function faceOf(device: DeviceView | null, name: string, words: (state: ShownState) => string): Face {
  if (device === null) return { name, word: '', icon: 'undefined', tone: 'neutral', moving: false }
  const state = shownState(device)
  return {
    name: device.name,
    word: words(state),
    icon: stateIcons[state],
    tone: tone(state),
    moving: isMoving(device),
  }
}

/** A command is on its way to the device. */
export function isMoving({ deviceCommand }: Pick<DeviceView, 'deviceCommand'>): boolean {
  return deviceCommand !== null && (openCommandStates as readonly string[]).includes(deviceCommand.state)
}
