import type { Knex } from 'knex'
import { extension } from '../../contract/reservations.ts'
import { one } from '../../db/sql.ts'
import { taxOf } from '../../machines/booking/price.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { readBookedDevices } from '../claims/booked-devices.ts'
import { refusalAlong, refusalOfPlace } from '../claims/claim-device.ts'
import { expired, readDeviceFacts } from '../claims/facts.ts'
import { findReservation, type LockedReservation } from '../claims/own.ts'
import { companions } from '../claims/places-of-site.ts'
import { answer } from '../kernel/bus/handle.ts'
import { optionalOf, readAlternatives } from './alternatives.ts'
import { extensionRefusal, nearestEnd, priceOfExtension, readExtensionTerms } from './extension-terms.ts'
import { fixView } from './search-fixes.ts'

/**
 * Returns the terms of staying longer (rules L-8 to L-12): here, at an equivalent place, or the reason why not. Claims
 * nothing.
 */
export default answer(extension, async ({ input, actor, trx, refuse }) => {
  const own = await findReservation(trx, actor, input.reservationId)
  if (!own) return refuse('not-found')
  const code = reservationRefusal('EXTEND', own, own.now)
  if (code) return refuse(code)
  const end = new Date(input.end)
  const terms = await readExtensionTerms(trx, actor, own)
  const priceCents = priceOfExtension(terms, end)
  const against = extensionRefusal(terms, end)
  const place = against ? null : await placeRefusalUntil(trx, own, end)
  const refusal = against ?? (place && { code: place, field: 'end', params: {} })
  const nearest = refusal && nearestEnd(terms, end, await freeUntil(trx, own))
  return {
    refusal,
    fix: nearest && fixView(nearest),
    priceCents,
    ...taxOf(priceCents, own.rules.taxRatePercent ?? 0),
    moves: place ? await moves(trx, own, end, priceCents) : [],
  }
})

/** Returns what prevents staying at the same place. */
async function placeRefusalUntil(trx: Knex, own: LockedReservation, end: Date) {
  const optional = await optionalOf(trx, own)
  const part = { start: own.end, end, staying: true }
  const where = { siteIds: [own.siteId], deviceIds: [own.deviceId, ...optional] }
  const devices = await readDeviceFacts(trx, where, part, own.now)
  const place = devices.find(({ deviceId }) => deviceId === own.deviceId)
  if (!place) return 'device-not-ready'
  const code = refusalOfPlace(place, part, own.now)
  if (code) return code
  const along = companions(place, devices, optional)
  if (!along) return 'option-not-available'
  return along.map((each) => refusalAlong(each, part, own.now)).find((against) => against !== null) ?? null
}

/** Returns how long the place and its companions are free of claims and maintenance; null = no limit. */
async function freeUntil(trx: Knex, own: LockedReservation): Promise<Date | null> {
  const { at } = await one<{ at: Date | null }>(
    trx,
    `select min(at) as at from (
       select min(r.starts_at) as at from reservations r
       where r.device_id = any (:claimed) and r.state in ('CREATED', 'RESERVED') and not r.shared and r.ends_at > :from and r.id <> :id
         and r.parent_id is distinct from :id::int and not ${expired('r')}
       union all
       select min(lower(m.span)) from device_maintenance m where m.device_id = any (:devices) and (upper(m.span) is null or upper(m.span) > :from)
     ) blocks`,
    {
      claimed: [own.deviceId, ...own.claimedChildIds],
      devices: [own.deviceId, ...own.childDeviceIds],
      from: own.end,
      id: own.id,
      now: own.now,
    },
  )
  return at
}

async function moves(trx: Knex, own: LockedReservation, end: Date, priceCents: number) {
  const free = await readAlternatives(trx, own, { start: own.end, end }, null)
  const ids = free.map(({ deviceId }) => deviceId)
  const devices = await readBookedDevices(trx, ids)
  return devices.map((device) => ({ device, priceCents }))
}
