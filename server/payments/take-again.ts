import type { Knex } from 'knex'
import { exists, one } from '../../db/sql.ts'
import { holdMs } from '../../machines/reservation-rules.ts'
import type { Person } from '../access/zone-access.ts'
import { admitToSite } from '../claims/admission.ts'
import { note } from '../claims/append-history.ts'
import { claiming, lockForClaim } from '../claims/claim.ts'
import { claimDevice, type DeviceRefusal } from '../claims/claim-device.ts'
import type { DeviceFacts } from '../claims/facts.ts'
import type { LockedReservation } from '../claims/own.ts'
import { writeCompanions } from '../claims/write-hold.ts'
import { attempt } from '../kernel/bus/attempt.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { optionalOf, readAlternatives } from '../reservations/alternatives.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/**
 * Holds the place of an expired reservation again, or an equivalent one, with everything as bought; access times are
 * not checked again. Null = the person is blocked, or no place is free.
 */
export async function takeAgain(
  trx: Knex.Transaction,
  old: LockedReservation,
  now: Date,
): Promise<{ reservationId: number; moved: boolean } | null> {
  const { userId, siteId, deviceId } = old
  if (userId === null) return null
  if (old.followsId !== null && (await isFollowed(trx, old.followsId))) return null
  const person = await personOf(trx, userId)
  if (!(await attempt(trx, (inner, refuse) => admitToSite(inner, person, siteId, refuse)))) return null
  const others = await readAlternatives(trx, old, old, null)
  for (const candidate of [deviceId, ...others.map((other) => other.deviceId)]) {
    const reservationId = await attempt(trx, (inner, refuse) => takePlace(inner, old, candidate, now, refuse))
    if (reservationId !== null) return { reservationId, moved: candidate !== deviceId }
  }
  return null
}

/** Refuses if this place is not available. */
async function takePlace(
  trx: Knex.Transaction,
  old: LockedReservation,
  deviceId: number,
  now: Date,
  refuse: Refuse<DeviceRefusal>,
): Promise<number> {
  const { siteId, start, end } = old
  const optionalDeviceIds = await optionalOf(trx, old)
  const at = await lockForClaim(trx, [siteId], [deviceId, ...optionalDeviceIds])
  const staying = old.followsId !== null && deviceId === old.deviceId
  const freed: number[] = []
  const request = { siteId, start, end, deviceId, optionalDeviceIds, staying }
  const claimed = await claimDevice(trx, request, at, freed, refuse)
  const reservationId = await copyTo(trx, old, claimed, now, refuse)
  await publishReservations(trx, freed)
  return reservationId
}

/** Returns whether another reservation continues it. */
function isFollowed(trx: Knex.Transaction, id: number): Promise<boolean> {
  return exists(trx, `select from reservations where follows_id = ? and state in ('CREATED', 'RESERVED')`, [id])
}

async function personOf(trx: Knex.Transaction, userId: number): Promise<Person> {
  return one<Person>(
    trx,
    `select u.id as "userId", array(select tenant_id from user_tenants where user_id = u.id) as "tenantIds",
       array(select zone_id from user_zones where user_id = u.id) as "zoneIds", r.kind = 'Admin' as "seesAll"
     from users u join roles r on r.id = u.role_id where u.id = ?`,
    [userId],
  )
}

/** Everything that the person entered or bought. Number, token, timestamps and device are new. */
const kept = `site_id, user_id, managed_by, event_id, follows_id, starts_at, ends_at, licence_plate, note, rfid_token, pin,
  remember_accept_documents_decision, use_automatic_access, site_from_search_results, time_period_index, price_cents, rules`

async function copyTo(
  trx: Knex.Transaction,
  old: LockedReservation,
  { place, along }: { place: DeviceFacts; along: readonly DeviceFacts[] },
  now: Date,
  refuse: Refuse<'place-taken'>,
): Promise<number> {
  const hold = { state: 'CREATED', hold_kind: 'payment', held_until: new Date(now.getTime() + holdMs) }
  const { id } = await claiming(
    one<{ id: number }>(
      trx,
      `insert into reservations (${kept}, device_id, state, hold_kind, held_until)
       select ${kept}, ?, ?, ?, ? from reservations where id = ? returning id`,
      [place.deviceId, hold.state, hold.hold_kind, hold.held_until, old.id],
    ),
    refuse,
  )
  const { siteId: site_id, userId: user_id, eventId: event_id, start: starts_at, end: ends_at } = old
  await writeCompanions(trx, id, { site_id, user_id, event_id, starts_at, ends_at, ...hold }, along, refuse)
  await note(trx, { reservationId: old.id, type: 'taken-again', at: now, data: { reservationId: id } })
  await note(trx, { reservationId: id, type: 'held', at: now, data: { takenAgainFrom: old.id } })
  return id
}
