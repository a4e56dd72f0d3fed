import type { Action } from '../../../machines/device.ts'
import type { Kind } from './malfunction-list.ts'

/** The target of a step: a page of the device, of its reservation, or of its gateway's dependants. */
export type Way = 'behind' | 'maintenance' | 'commandLog' | 'reservation' | 'calendar' | 'plan'
export interface Step {
  /** Its sentence: insight.do.<key>. */
  readonly key:
    | 'refresh'
    | 'gateway'
    | 'reboot'
    | 'recalibrate'
    | 'clean'
    | 'battery'
    | 'close'
    | 'look'
    | 'affected'
    | 'power'
    | 'guesses'
    | 'shut'
    | 'call'
    | 'reserve'
    | 'move'
    | 'let'
    | 'stayer'
    | 'next'
    | 'maintain'
  /** The command that it sends. */
  readonly deviceCommand?: Action
  readonly way?: Way
}

const refresh: Step = { key: 'refresh', deviceCommand: 'refresh' }
const reboot: Step = { key: 'reboot', deviceCommand: 'reboot' }
const recalibrate: Step = { key: 'recalibrate', deviceCommand: 'recalibrate' }
const clean: Step = { key: 'clean', way: 'maintenance' }
const maintain: Step = { key: 'maintain', way: 'maintenance' }

/** What to do about each kind, in order. */
const advice: Readonly<Record<Kind, readonly Step[]>> = {
  unreachable: [refresh, { key: 'gateway', way: 'behind' }, maintain],
  'not-responding': [refresh, reboot, maintain],
  'sensor-dirty': [recalibrate, clean],
  'sensor-doubtful': [refresh, recalibrate, clean],
  'low-voltage': [{ key: 'battery', way: 'maintenance' }],
  'error-status': [recalibrate, reboot, maintain],
  'stuck-door': [
    { key: 'close', deviceCommand: 'close' },
    { key: 'look', way: 'plan' },
  ],
  'gateway-silent': [{ key: 'affected', way: 'behind' }, { key: 'power' }],
  'access-guessing': [{ key: 'guesses', way: 'commandLog' }],
  'emergency-open': [{ key: 'shut', deviceCommand: 'close' }],
  'occupied-unbooked': [refresh, { key: 'call', way: 'plan' }, { key: 'reserve', way: 'calendar' }],
  'booked-blocked': [
    { key: 'move', way: 'reservation' },
    { key: 'let', deviceCommand: 'open' },
  ],
  overstay: [
    { key: 'stayer', way: 'reservation' },
    { key: 'next', way: 'calendar' },
  ],
}

/**
 * Returns what to do about a malfunction, step by step. Commands that its device does not support are left out; `controls` null = the device is
 * unknown (yet), or there is none.
 */
export function stepsFor(kind: Kind, controls: readonly Action[] | null): Step[] {
  return advice[kind].filter(
    ({ deviceCommand }) => deviceCommand === undefined || controls?.includes(deviceCommand) === true,
  )
}
