import type { Knex } from 'knex'
import { pipelined } from '../../db/transaction.ts'
import { type PlaceRefusalCode, placeRefusal } from '../../machines/booking/place.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'
import { endExpired, expiredInTheWay, lockForClaim } from './claim.ts'
import { type DeviceFacts, readDeviceFacts, type Span } from './facts.ts'
import { companions, isPlace } from './places-of-site.ts'

export interface DeviceRequest extends Span {
  readonly siteId: number
  readonly deviceId: number
  readonly optionalDeviceIds: readonly number[]
  /** A reservation whose own claims do not count, because it is being moved. */
  readonly except?: number | undefined
  /** The person stays on the place: its reports do not prevent that. */
  readonly staying?: boolean
}

export type DeviceRefusal = PlaceRefusalCode | 'device-not-bookable' | 'option-not-available'

/** Refusals that only mean that a device may be out of order. */
const reported: ReadonlySet<string> = new Set([
  'device-undefined',
  'device-unreachable',
  'device-not-ready',
  'place-occupied',
])

/**
 * Claims a device for a span with its companions, apart from access times. The caller has locked the requested devices;
 * the others are locked here. Expired holds in the way are ended, and their heads added to `freed`. Refuses by rules
 * B-20 to B-25, device-not-bookable, option-not-available.
 */
export async function claimDevice(
  trx: Knex.Transaction,
  request: DeviceRequest,
  now: Date,
  freed: number[],
  refuse: Refuse<DeviceRefusal>,
): Promise<{ place: DeviceFacts; along: DeviceFacts[] }> {
  const claimed = [request.deviceId, ...request.optionalDeviceIds]
  const where = { siteIds: [request.siteId], deviceIds: claimed }
  const read = () => readDeviceFacts(trx, where, request, now, request.except)
  const free = async (ids: readonly number[]): Promise<DeviceFacts[]> => {
    const [over, facts] = await pipelined([expiredInTheWay(trx, ids, request, now), read()])
    const ended = await endExpired(trx, over, now)
    freed.push(...ended)
    // Expired holds do not count, ended or not; holds revived meanwhile do.
    return ended.length < over.length ? read() : facts
  }
  let devices = await free(claimed)
  const place = devices.find((device) => device.deviceId === request.deviceId)
  if (!place || !isPlace(place)) return refuseField(refuse, 'device-not-bookable', 'deviceId')
  const code = refusalOfPlace(place, request, now)
  if (code) return refusePlace(refuse, code, place)
  const beside = companions(place, devices, request.optionalDeviceIds)?.filter(
    (each) => each.mandatory && each.reservable,
  )
  if (beside && beside.length > 0) {
    const ids = beside.map(({ deviceId }) => deviceId)
    await lockForClaim(trx, [request.siteId], ids)
    devices = await free(ids)
  }
  const along = companions(place, devices, request.optionalDeviceIds)
  if (!along) return refuseField(refuse, 'option-not-available', 'optionalDeviceIds')
  for (const device of along) {
    const against = refusalAlong(device, request, now)
    if (against === 'option-not-available') return refuseField(refuse, against, 'optionalDeviceIds')
    if (against) return refusePlace(refuse, against, device)
  }
  return { place, along }
}

/**
 * Returns the obstacle of a companion: a shared one must not be under maintenance; one that claims time must be free
 * too.
 */
export function refusalAlong(
  device: DeviceFacts,
  request: Pick<DeviceRequest, 'start' | 'staying'>,
  now: Date,
): PlaceRefusalCode | 'option-not-available' | null {
  if (!device.reservable) return device.maintenance ? 'maintenance-then' : null
  const code = refusalOfPlace(device, request, now)
  return code && device.optional ? 'option-not-available' : code
}

/** Returns the first rule that forbids a device; a person who stays is checked for claims and maintenance only. */
export function refusalOfPlace(
  device: DeviceFacts,
  { start, staying = false }: Pick<DeviceRequest, 'start' | 'staying'>,
  now: Date,
): PlaceRefusalCode | null {
  const code = placeRefusal(device, start, now)
  return code && !(staying && reported.has(code)) ? code : null
}

function refusePlace(refuse: Refuse<PlaceRefusalCode>, code: PlaceRefusalCode, place: DeviceFacts): never {
  const until = code === 'place-held' && place.heldUntil ? { until: place.heldUntil.toISOString() } : {}
  return refuse(code, until, [{ path: 'deviceId', issue: code }])
}
