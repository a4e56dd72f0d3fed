import type { Several } from '../../../contract/control.ts'
import type { DeviceCommandView } from '../../../contract/devices.ts'
import type { Action } from '../../../machines/device.ts'
import type { DeviceCommandState } from '../../../machines/device-command.ts'
import { isOpen } from '../../devices/actions.ts'

/** One command for several devices sent from this screen. */
export interface Given extends Several {
  readonly action: Action
  readonly emergency: boolean
  /** The devices' names at that time. */
  readonly names: ReadonlyMap<number, string>
}

/** What is known of a command: its state, and why it failed. */
export interface Ended {
  readonly state: DeviceCommandState
  readonly reason: string | null
  readonly supportCode: string
  readonly late: boolean
}
export interface Trouble extends Pick<Ended, 'reason' | 'supportCode'> {
  readonly deviceId: number
  readonly state: Exclude<DeviceCommandState, 'queued' | 'sent' | 'taken' | 'confirmed'>
}
export interface Progress {
  /** By command; the last known state of each. A later command of the device does not remove it. */
  readonly heard: ReadonlyMap<string, Ended>
  readonly total: number
  readonly confirmed: number
  readonly waiting: number
  /** Failures, including immediate refusals, in the order of the devices. */
  readonly troubles: readonly Trouble[]
}

const endedOf = ({ state, reason, supportCode, late }: DeviceCommandView): Ended => ({
  state,
  reason,
  supportCode,
  late,
})

/**
 * Progress of a command for several devices. `deviceCommandOf` = the command that a device shows now; earlier knowledge is kept when another one
 * is there meanwhile.
 */
export function progressOf(
  given: Given,
  deviceCommandOf: (deviceId: number) => DeviceCommandView | null,
  heardBefore: ReadonlyMap<string, Ended>,
): Progress {
  const heard = new Map<string, Ended>()
  const troubles: Trouble[] = given.refused.map(({ deviceId, code, supportCode }) => ({
    deviceId,
    state: 'refused',
    reason: code,
    supportCode,
  }))
  let confirmed = 0
  let waiting = 0
  for (const { deviceId, deviceCommandId } of given.issued) {
    const shown = deviceCommandOf(deviceId)
    const ended = shown?.id === deviceCommandId ? endedOf(shown) : heardBefore.get(deviceCommandId)
    if (ended) heard.set(deviceCommandId, ended)
    if (!ended || isOpen(ended.state)) waiting += 1
    else if (ended.state === 'confirmed') confirmed += 1
    else
      troubles.push({
        deviceId,
        state: ended.state as Trouble['state'],
        reason: ended.reason,
        supportCode: ended.supportCode,
      })
  }
  return { heard, total: given.issued.length + given.refused.length, confirmed, waiting, troubles }
}

/** Equal progress: nothing on screen would differ. */
export function sameProgress(a: Progress, b: Progress): boolean {
  return (
    a.total === b.total &&
    a.confirmed === b.confirmed &&
    a.waiting === b.waiting &&
    a.troubles.length === b.troubles.length &&
    a.troubles.every((each, at) => {
      const other = b.troubles[at]
      return each.deviceId === other?.deviceId && each.state === other.state && each.reason === other.reason
    })
  )
}

/** Before more than one thing moves or restarts, the person is asked; asking devices for a report is harmless. */
export function asksFirst(action: Action, devices: number): boolean {
  return devices > 1 && action !== 'refresh'
}
