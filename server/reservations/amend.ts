import type { Knex } from 'knex'
import { amend } from '../../contract/reservations/book.ts'
import { placeRefusal } from '../../machines/booking/place.ts'
import { freeExpired, lockForClaim, lockPerson } from '../claims/claim.ts'
import { readDeviceFacts } from '../claims/facts.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { companions } from '../claims/places-of-site.ts'
import { changeCompanions } from '../claims/write-hold.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { publishReservations } from './publish-reservations.ts'

/** Stores the details typed while the place is held (HOLD-4); the remaining time does not change. */
export default handle(amend, async ({ input, actor, trx, refuse }) => {
  // First, in the order of all writers: the person's next hold locks devices and then ends this one.
  await lockPerson(trx, actor.userId)
  const own = await lockFor(trx, actor, input.reservationId, 'AMEND', refuse)
  const typed = {
    note: input.note,
    licence_plate: input.licencePlate,
    rfid_token: input.rfidToken,
    remember_accept_documents_decision: input.rememberAcceptDocumentsDecision,
    use_automatic_access: input.useAutomaticAccess,
    time_period_index: input.timePeriodIndex,
  }
  const given = Object.fromEntries(
    Object.entries(typed)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, value === '' ? null : value]),
  )
  if (Object.keys(given).length > 0) await trx('reservations').where({ id: own.id }).update(given)
  const { freed, gone } = input.optionalDeviceIds
    ? await changeOptions(trx, own, input.optionalDeviceIds, refuse)
    : { freed: [], gone: [] }
  const [read] = await publishReservations(trx, [own.id, ...freed], { gone })
  if (!read) throw new Error(`reservation ${own.id} cannot be read`)
  return { reservation: read.view }
})

/** Claims exactly the requested options. Returns the heads of expired holds in the way, and the removed claims. */
async function changeOptions(
  trx: Knex.Transaction,
  own: LockedReservation,
  wantedIds: readonly number[],
  refuse: Refuse<'option-not-available' | 'place-taken'>,
): Promise<{ freed: readonly number[]; gone: readonly number[] }> {
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, ...own.claimedChildIds, ...wantedIds])
  const freed = await freeExpired(trx, wantedIds, own, now)
  const where = { siteIds: [own.siteId], deviceIds: [own.deviceId, ...wantedIds] }
  const devices = await readDeviceFacts(trx, where, own, now, own.id)
  const place = devices.find((device) => device.deviceId === own.deviceId)
  const along = place && companions(place, devices, wantedIds)
  if (!along || along.some((device) => device.reservable && placeRefusal(device, own.start, now) !== null))
    return refuse('option-not-available')
  const gone = await changeCompanions(trx, own, along, refuse)
  // The head's version announces the change of its children.
  await trx('reservations').where({ id: own.id }).update({ site_id: own.siteId })
  return { freed, gone }
}
