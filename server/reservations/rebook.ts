import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { attempt } from '../bus/attempt.ts'
import type { Refuse } from '../bus/refuse.ts'
import { claiming, lockForClaim } from '../claims/claim.ts'
import { claimDevice, type DeviceRefusal } from '../claims/claim-device.ts'
import type { DeviceFacts } from '../claims/facts.ts'
import { note } from '../claims/note.ts'
import type { LockedReservation } from '../claims/own.ts'
import { isEquivalent } from '../claims/places-of-site.ts'
import { writeCompanions } from '../claims/write-hold.ts'
import { optionalOf, readAlternatives } from './alternatives.ts'
import { pinFor } from './complete.ts'
import { tellReservations } from './tell.ts'

export interface Moved {
  readonly from: number
  readonly to: number
}

/**
 * Moves a booked reservation to an equivalent free place (rules L-6, L-7) because something takes its own away, and tells the screens. The caller
 * holds its lock and has decided that it is to be moved; `first` = the place that is tried before others. Null = there is none.
 */
export async function rebook(
  trx: Knex.Transaction,
  own: LockedReservation,
  { why, first = null }: { why: 'maintenance' | 'overstay'; first?: number | null },
): Promise<Moved | null> {
  if (reservationRefusal('REBOOK', own, own.now) !== null) return null
  const optional = await optionalOf(trx, own)
  const goTo = (deviceId: number) =>
    attempt(trx, (inner, refuse) => claimAndMove(inner, own, deviceId, { optional, why, refuse }))
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
  {
    optional,
    why,
    refuse,
  }: { optional: readonly number[]; why: 'maintenance' | 'overstay'; refuse: Refuse<DeviceRefusal> },
): Promise<true> {
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, deviceId, ...own.claimedChildIds])
  const freed: number[] = []
  const { siteId, start, end } = own
  const wish = { siteId, deviceId, start, end, optionalDeviceIds: optional, except: own.id }
  const { place, along } = await claimDevice(trx, wish, now, freed, refuse)
  const gone = await moveTo(trx, own, place, along, now, refuse)
  const data = { from: own.deviceId, to: place.deviceId, why }
  await note(trx, { reservationId: own.id, type: 'device-changed', at: now, data })
  const reservationIds = [own.id, ...freed]
  await tellReservations(trx, reservationIds, {
    fact: fact('reservations.deviceChanged', { reservationIds, ...data }),
    gone,
  })
  return true
}

/** Writes a move that was claimed; answers the claims of companions that are gone. Those on both ways stay as they are. */
export async function moveTo(
  trx: Knex.Transaction,
  own: LockedReservation,
  place: DeviceFacts,
  along: readonly DeviceFacts[],
  now: Date,
  refuse: Refuse<'place-taken'>,
): Promise<number[]> {
  const gone = (await trx('reservations')
    .where({ parent_id: own.id })
    .whereNotIn(
      'device_id',
      along.map(({ deviceId }) => deviceId),
    )
    .delete()
    .returning(['id', 'shared'])) as { id: number; shared: boolean }[]
  const pin = await pinFor(trx, {
    pin: own.pin,
    deviceId: place.deviceId,
    childDeviceIds: along.map(({ deviceId }) => deviceId),
  })
  await claiming(trx('reservations').where({ id: own.id }).update({ device_id: place.deviceId, pin }).then(), refuse)
  const row = {
    site_id: own.siteId,
    user_id: own.userId,
    event_id: own.eventId,
    starts_at: own.start,
    ends_at: own.end,
    state: 'RESERVED',
    reserved_at: now,
  }
  const fresh = along.filter(({ deviceId }) => !own.childDeviceIds.includes(deviceId))
  await writeCompanions(trx, own.id, row, fresh, refuse)
  return gone.filter(({ shared }) => !shared).map(({ id }) => id)
}
