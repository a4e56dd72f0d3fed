import type { Knex } from 'knex'
import { placeRefusal } from '../../machines/booking/place.ts'
import type { BookingRefusal } from '../../machines/booking/types.ts'
import { type Refuse, Refused, refuseField } from '../kernel/bus/refuse.ts'
import type { AdmittedSite } from './admission.ts'
import { lockForClaim, tryLockDevice } from './claim.ts'
import { claimDevice, type DeviceRefusal, refusalAlong } from './claim-device.ts'
import { type DeviceFacts, readDeviceFacts, type Span } from './facts.ts'
import { checkRequest, type Offer, refuseBy } from './offer.ts'
import { companions, isPlace } from './places-of-site.ts'

export interface WantedPlace extends Span {
  /** Absent: any free place of the type, or of any bookable type. */
  readonly deviceId?: number | undefined
  readonly deviceTypeId?: number | undefined
  readonly optionalDeviceIds: readonly number[]
  /** A reservation whose own claims do not count, because it is being moved. */
  readonly except?: number | undefined
}
export interface ClaimedPlace {
  readonly place: DeviceFacts
  readonly along: readonly DeviceFacts[]
  readonly offer: Offer
  /** Time of the locks: the hold's two minutes start here. */
  readonly now: Date
  /** Heads of families whose expired holds were in the way: to be published. */
  readonly freed: readonly number[]
}

export type ClaimRefusal = DeviceRefusal | BookingRefusal['code'] | 'no-free-place'

/**
 * Locks a place with its companions, ends expired holds, and checks access times and facts. Until the transaction ends
 * nobody else can claim the place.
 */
export async function claimPlace(
  trx: Knex.Transaction,
  site: AdmittedSite,
  wanted: WantedPlace,
  now: Date,
  refuse: Refuse<ClaimRefusal>,
): Promise<ClaimedPlace> {
  const { places, devices } = await placesMeant(trx, site.siteId, wanted, now, refuse)
  const offers = offersFor(site, places, wanted, now, refuse)
  const claim: Claim = { trx, site, wanted, offers, freed: [], unfit: false, refuse }
  if (wanted.deviceId !== undefined) {
    const at = await lockForClaim(trx, [site.siteId], [wanted.deviceId, ...wanted.optionalDeviceIds])
    return check(claim, wanted.deviceId, at)
  }
  const had = await anyOf(claim, places, devices)
  if (had) return had
  if (claim.unfit) return refuseField(refuse, 'option-not-available', 'optionalDeviceIds')
  return refuseField(refuse, 'no-free-place', 'start')
}

/** A claim in progress. `unfit` = at some place a chosen option is not available. */
interface Claim {
  readonly trx: Knex.Transaction
  readonly site: AdmittedSite
  readonly wanted: WantedPlace
  /** By type of device. */
  readonly offers: ReadonlyMap<number, Offer>
  readonly freed: number[]
  unfit: boolean
  readonly refuse: Refuse<ClaimRefusal>
}

/** Returns the candidate places in the site's order, and all devices that were read. */
async function placesMeant(
  trx: Knex.Transaction,
  siteId: number,
  wanted: WantedPlace,
  now: Date,
  refuse: Refuse<ClaimRefusal>,
): Promise<{ places: DeviceFacts[]; devices: DeviceFacts[] }> {
  const { deviceId, deviceTypeId, except } = wanted
  const one = deviceId === undefined ? {} : { deviceIds: [deviceId] }
  const devices = await readDeviceFacts(trx, { siteIds: [siteId], ...one }, wanted, now, except)
  const places = devices.filter(
    (device) =>
      isPlace(device) &&
      (deviceId === undefined || device.deviceId === deviceId) &&
      (deviceTypeId === undefined || device.typeId === deviceTypeId),
  )
  if (places.length === 0) return refuseField(refuse, 'device-not-bookable', 'deviceId')
  return { places, devices }
}

/** Returns the offer by type of device; throws the refusal if no type of these places passes the access times. */
function offersFor(
  site: AdmittedSite,
  places: readonly DeviceFacts[],
  { start, end }: Span,
  now: Date,
  refuse: Refuse<ClaimRefusal>,
): ReadonlyMap<number, Offer> {
  const offers = new Map<number, Offer>()
  let refusal: BookingRefusal | null = null
  for (const deviceTypeId of new Set(places.map((place) => place.typeId))) {
    const judged = checkRequest(site, { start, end, deviceTypeId, licencePlate: null }, now)
    if (judged.ok) offers.set(deviceTypeId, judged.offer)
    else refusal ??= judged.refusal
  }
  if (offers.size === 0 && refusal) return refuseBy(refuse, refusal)
  return offers
}

/** Returns the first of these places that is available; null = none. */
async function anyOf(
  claim: Claim,
  places: readonly DeviceFacts[],
  devices: readonly DeviceFacts[],
): Promise<ClaimedPlace | null> {
  const { trx, site, wanted } = claim
  const options = wanted.optionalDeviceIds
  const at = await lockForClaim(trx, [site.siteId], options)
  const free = places.filter((place) => looksFree(claim, place, devices, at))
  const contested: number[] = []
  for (const { deviceId } of free) {
    if (await tryLockDevice(trx, deviceId)) {
      const had = await attempt(claim, () => check(claim, deviceId, at))
      if (had) return had
    } else contested.push(deviceId)
  }
  // Somebody else is claiming the rest now: waits for them, in ascending id, unless locks with higher ids are held
  // already.
  let rest = options.length > 0 ? [] : contested.sort((a, b) => a - b)
  for (let [deviceId] = rest; deviceId !== undefined; [deviceId] = rest) {
    const then = await lockForClaim(trx, [site.siteId], [deviceId])
    rest = await stillFree(claim, rest, then)
    if (rest[0] !== deviceId) continue
    const had = await attempt(claim, () => check(claim, deviceId as number, then))
    if (had) return had
    rest.shift()
  }
  return null
}

/** Returns whether a place is worth trying, as far as known without its lock. */
function looksFree(claim: Claim, place: DeviceFacts, devices: readonly DeviceFacts[], at: Date): boolean {
  const { wanted, offers } = claim
  if (!offers.has(place.typeId) || placeRefusal(place, wanted.start, at) !== null) return false
  const along = companions(place, devices, wanted.optionalDeviceIds)
  const against = along ? along.map((device) => refusalAlong(device, wanted, at)).find(Boolean) : 'option-not-available'
  if (against === 'option-not-available') claim.unfit = true
  return !against
}

/** Returns the devices that nobody took meanwhile. */
async function stillFree({ trx, wanted }: Claim, deviceIds: number[], now: Date): Promise<number[]> {
  const facts = await readDeviceFacts(trx, { deviceIds }, wanted, now, wanted.except)
  const free = facts.filter((device) => placeRefusal(device, wanted.start, now) === null)
  return deviceIds.filter((id) => free.some(({ deviceId }) => deviceId === id))
}

/** Checks under the locks: the facts of the device, and the offer of its type. */
async function check(claim: Claim, deviceId: number, now: Date): Promise<ClaimedPlace> {
  const { trx, site, wanted, offers, freed, refuse } = claim
  const { place, along } = await claimDevice(trx, { ...wanted, siteId: site.siteId, deviceId }, now, freed, refuse)
  const offer = offers.get(place.typeId)
  if (!offer) return refuseField(refuse, 'device-not-bookable', 'deviceId')
  return { place, along, offer, now, freed }
}

/** Returns the claim, or null if this place is not free after all: another may be. */
async function attempt(claim: Claim, work: () => Promise<ClaimedPlace>): Promise<ClaimedPlace | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.refusal.code === 'option-not-available') claim.unfit = true
    return null
  }
}
