import type { Knex } from 'knex'
import type { DeviceFacts, Facts } from './facts.ts'

/** Returns whether a device is a place that can be reserved separately. */
export function isPlace(device: Facts): boolean {
  return device.reservable && !device.mandatory && !device.optional
}

/** Returns whether a device is on the way to a place: on every path (-1), or on the same path. */
export function onPathOf(device: Pick<Facts, 'pathNumber'>, place: Pick<Facts, 'pathNumber'>): boolean {
  return device.pathNumber === -1 || place.pathNumber === -1 || device.pathNumber === place.pathNumber
}

/**
 * Returns the companions of a place: the mandatory devices on its path, and the chosen optional ones; null = an option
 * is not on this path.
 */
export function companions(
  place: DeviceFacts,
  devices: readonly DeviceFacts[],
  optionalIds: readonly number[],
): DeviceFacts[] | null {
  const options = devices.filter((device) => optionalIds.includes(device.deviceId))
  const fit = options.every((device) => device.optional && onPathOf(device, place))
  if (!fit || options.length !== new Set(optionalIds).size) return null
  return [...onTheWayTo(place, devices), ...options]
}

/** Returns the mandatory devices on the path of a place. */
export function onTheWayTo<F extends Facts>(place: Facts, devices: readonly F[]): F[] {
  return devices.filter((device) => device.mandatory && onPathOf(device, place))
}

/** Returns whether a device is a place of the same type at the same site; it need not be free. */
export async function isEquivalent(
  trx: Knex,
  { siteId, typeId }: { siteId: number; typeId: number },
  deviceId: number,
): Promise<boolean> {
  const found: unknown = await trx('devices')
    .where({ id: deviceId, site_id: siteId, device_type_id: typeId, maintenance_state: 'Delivery' })
    .where({ is_mandatory: false, is_optional: false })
    .whereNull('retired_at')
    .first('id')
  return found !== undefined
}
