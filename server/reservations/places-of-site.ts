import type { DeviceFacts } from './facts.ts'

/** Whether a device is a place that can be reserved by itself. */
export function isPlace(device: DeviceFacts): boolean {
  return device.reservable && !device.mandatory && !device.optional
}

/** Whether a device stands on the way to a place: on every path (-1), or on the same. */
export function onPathOf(device: Pick<DeviceFacts, 'pathNumber'>, place: Pick<DeviceFacts, 'pathNumber'>): boolean {
  return device.pathNumber === -1 || place.pathNumber === -1 || device.pathNumber === place.pathNumber
}

/** What comes along with a place: the mandatory devices on its path, and the chosen optional ones; null = an option is none of this path. */
export function companions(
  place: DeviceFacts,
  devices: readonly DeviceFacts[],
  optionalIds: readonly number[],
): DeviceFacts[] | null {
  const options = devices.filter((device) => optionalIds.includes(device.deviceId))
  const fit = options.every((device) => device.optional && onPathOf(device, place))
  if (!fit || options.length !== new Set(optionalIds).size) return null
  return [...devices.filter((device) => device.mandatory && onPathOf(device, place)), ...options]
}
