import type { DeviceState } from '../fold.ts'

/** A device that has never reported. */
export const unreported: DeviceState = {
  status: 'undefined',
  statusAt: null,
  lastStatus: null,
  door: null,
  doorAt: null,
  lastStateChange: null,
  lastMessageAt: null,
  reachable: true,
  voltage: null,
  temperature: null,
  humidity: null,
  rssi: null,
  dirty: null,
  readingsAt: null,
}
