import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { note } from '../claims/append-history.ts'
import { claiming, lockForClaim } from '../claims/claim.ts'
import { claimDevice, type DeviceRefusal } from '../claims/claim-device.ts'
import type { DeviceFacts } from '../claims/facts.ts'
import type { LockedReservation } from '../claims/own.ts'
import { isEquivalent } from '../claims/places-of-site.ts'
import { changeCompanions } from '../claims/write-hold.ts'
import { attempt } from '../kernel/bus/attempt.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { optionalOf, readAlternatives } from './alternatives.ts'
import { pinFor } from './complete.ts'
import { publishReservations } from './publish-reservations.ts'

export interface Moved {
  readonly from: number
  readonly to: number
}

/**
 * Moves a locked reservation to an equivalent free place (rules L-6, L-7), trying `first` before others, and publishes
 * it. Null = there is none.
 */
export async function rebook(
  trx: Knex.Transaction,
  own: LockedReservation,
  { why, first = null }: { why: 'maintenance' | 'overstay'; first?: number | null },
): Promise<Moved | null> {
  if (reservationRefusal('REBOOK', own, own.now) !== null) return null
  const optional = await optionalOf(trx, own)
  const goTo = (deviceId: number) =>
    attempt(trx, (inner, refuse) => claimAndMove(inner, own, deviceId, optional, why, refuse))
  if (first !== null && first !== own.deviceId && (await isEquivalent(trx, own, first)) && (await goTo(first)))
    return { from: own.deviceId, to: first }
  for (const { deviceId } of await readAlternatives(trx, own, own, own.id))
    if (deviceId !== first && (await goTo(deviceId))) return { from: own.deviceId, to: deviceId }
  return null
}

async function claimAndMove(
  trx: Knex.Transaction,
  own: LockedReservation,
  deviceId: number,
  optionalDeviceIds: readonly number[],
  why: 'maintenance' | 'overstay',
  refuse: Refuse<DeviceRefusal>,
): Promise<true> {
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, deviceId, ...own.claimedChildIds])
  const freed: number[] = []
  const request = { ...spanAt(own, deviceId), optionalDeviceIds }
  const { place, along } = await claimDevice(trx, request, now, freed, refuse)
  const gone = await moveTo(trx, own, place, along, now, refuse)
  const data = { from: own.deviceId, to: place.deviceId, why }
  await note(trx, { reservationId: own.id, type: 'device-changed', at: now, data })
  const reservationIds = [own.id, ...freed]
  await publishReservations(trx, reservationIds, {
    fact: fact('reservations.deviceChanged', { reservationIds, ...data }),
    gone,
  })
  return true
}

/** Returns the reservation's span at another device; its own claims do not block it. */
export const spanAt = ({ id, siteId, start, end }: LockedReservation, deviceId: number) => ({
  siteId,
  deviceId,
  start,
  end,
  except: id,
})

/** Writes the claims of the move; returns the removed claims of companions. */
export async function moveTo(
  trx: Knex.Transaction,
  own: LockedReservation,
  place: DeviceFacts,
  along: readonly DeviceFacts[],
  now: Date,
  refuse: Refuse<'place-taken'>,
): Promise<number[]> {
  const childDeviceIds = along.map(({ deviceId }) => deviceId)
  const pin = await pinFor(trx, { pin: own.pin, deviceId: place.deviceId, childDeviceIds })
  await claiming(trx('reservations').where({ id: own.id }).update({ device_id: place.deviceId, pin }).then(), refuse)
  return changeCompanions(trx, own, along, refuse, now)
}
