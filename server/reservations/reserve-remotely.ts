import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { reserveRemotely } from '../../contract/reservations.ts'
import { checkSpan } from '../../machines/booking/check-span.ts'
import { seesSite } from '../access/scope.ts'
import { lockForClaim } from '../claims/claim.ts'
import { claimDevice } from '../claims/claim-device.ts'
import type { DeviceFacts, Span } from '../claims/facts.ts'
import { checkRequest, refuseBy } from '../claims/offer.ts'
import { lockAnyReservation } from '../claims/own.ts'
import { readAccessTimes, type SiteAccessTime } from '../claims/read-access-times.ts'
import { makeToken, shareUrl } from '../claims/share-token.ts'
import { writeHold } from '../claims/write-hold.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { completeReservation } from './complete.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Reserves free of charge for somebody without an account, and creates their link (rule L-15). Operators are not bound
 * by access times.
 */
export default handle(reserveRemotely, async ({ input, actor, trx, refuse, context }) => {
  const { siteId, deviceId } = input
  if (!(await seesSite(trx, actor, siteId))) return refuse('not-found')
  const now = await lockForClaim(trx, [siteId], [deviceId])
  const span = { start: new Date(input.start), end: new Date(input.end) }
  const [wrong] = checkSpan(span, { now })
  if (wrong) return refuseBy(refuse, wrong)
  const freed: number[] = []
  const asked = { ...span, siteId, deviceId, optionalDeviceIds: [] }
  const { place, along } = await claimDevice(trx, asked, now, freed, refuse)
  const accessTime = await fittingAccessTime(trx, actor, place, span, now)
  const reservation = { ...input, userId: null, managedBy: actor.userId, span, accessTime, priceCents: 0 }
  const id = await writeHold(trx, place, along, reservation, now, refuse)
  const own = await lockAnyReservation(trx, id)
  if (!own) throw new Error(`reservation ${id} cannot be locked`)
  const free = { method: 'free', costCenterId: null, by: actor.userId } as const
  // Free of charge, so never refused for its price.
  if (!(await completeReservation(trx, own, free, now, refuser()))) throw new Error(`reservation ${id} is no hold`)
  const link = { purpose: 'remote-reservation', reservationId: id, expiresAt: span.end, by: actor.userId, now } as const
  const { token } = await makeToken(trx, link)
  const reservationIds = [id, ...freed]
  await publishReservations(trx, reservationIds, { fact: fact('reservations.reservedRemotely', { reservationIds }) })
  return { reservationId: id, url: shareUrl(context.addresses.portal, 'remote-reservation', token) }
})

/** Returns the access time whose rules it satisfies, for its limits; null = none, and the default limits apply. */
async function fittingAccessTime(
  trx: Knex,
  actor: UserActor,
  { siteId, typeId }: DeviceFacts,
  span: Span,
  now: Date,
): Promise<SiteAccessTime | null> {
  const zoneIds: number[] = await trx('site_zones').where({ site_id: siteId }).pluck('zone_id')
  const timeZones: string[] = await trx('sites').where({ id: siteId }).pluck('time_zone')
  const [timeZone] = timeZones
  if (timeZone === undefined) throw new Error(`site ${siteId} is gone`)
  const accessTimes = await readAccessTimes(trx, { siteIds: [siteId], zoneIds }, actor)
  const request = { ...span, deviceTypeId: typeId, licencePlate: null }
  // Free of charge, so no tenant has to take money.
  const free = accessTimes.map((accessTime) => ({ ...accessTime, paymentSold: true }))
  const judged = checkRequest({ timeZone, accessTimes: free }, request, now)
  return judged.ok ? judged.offer.accessTime : null
}
