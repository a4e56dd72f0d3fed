import { type Kind, kindOf } from './kinds.ts'

/** Faults of a device, set on request. */
export const deviceFaults = {
  jam: 'accepts an order, then fails with "jammed" and stays where it is',
  silent: 'sends nothing and answers nothing; after three report intervals it is unreachable',
  drift: 'measures half a degree more with every report; recalibrate ends it',
  battery: 'its battery is low and falls further',
  dirty: 'reports that its sensor is dirty',
  'door-stuck': 'its door opens and does not close any more; found when it should long be closed',
  error: 'reports the status error and moves no more; reboot ends it',
  ok: 'is as new',
} as const
export type DeviceFault = keyof typeof deviceFaults

/** Faults of a gateway. */
export const gatewayFaults = {
  offline: 'loses its link, keeps its messages and brings them later in no order',
  cut: 'loses its uplink, lets in by itself whoever it knows, and brings its messages later, in order',
  slow: 'takes some seconds for everything',
  duplicate: 'sends every batch twice',
  shuffle: 'sends its messages in no order',
  'clock-skew': 'has a clock that is 7 minutes fast and does not correct it',
  lie: 'answers that an order is done and moves nothing',
  restart: 'starts again: a few seconds without link, then everything is reported anew',
  ok: 'works as it should',
} as const
export type GatewayFault = keyof typeof gatewayFaults

export function isDeviceFault(word: string): word is DeviceFault {
  return Object.hasOwn(deviceFaults, word)
}

export function isGatewayFault(word: string): word is GatewayFault {
  return Object.hasOwn(gatewayFaults, word)
}

/** Returns why a device of this type cannot have this fault, or null. */
export function impossible(fault: DeviceFault, type: string): string | null {
  const kind: Kind = kindOf(type)
  if (fault === 'battery' && !kind.battery) return `a ${type} has no battery, it runs on mains`
  if (fault === 'dirty' && !kind.sensor) return `a ${type} has no sensor that could get dirty`
  if (fault === 'door-stuck' && !kind.door) return `a ${type} has no door`
  if (fault === 'jam' && kind.moveMs === 0) return `a ${type} has nothing that could jam`
  return null
}
