import type { Knex } from 'knex'
import type * as z from 'zod'
import { fact } from '../../contract/facts.ts'
import { hold } from '../../contract/reservations/book.ts'
import { prepared } from '../../db/sql.ts'
import { checkSpan } from '../../machines/booking/check-span.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import type { ReservationFacts } from '../../machines/reservation-rules.ts'
import { admitToSite } from '../claims/admission.ts'
import { endHolds, lockPerson } from '../claims/claim.ts'
import { claimPlace, type WantedPlace } from '../claims/claim-place.ts'
import { refuseBy } from '../claims/offer.ts'
import { writeHold } from '../claims/write-hold.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { publishReservations } from './publish-reservations.ts'
import { readReservations } from './view.ts'

type Input = z.output<typeof hold.input>
type Wanted = WantedPlace & { siteId: number }

/**
 * Holds a place for two minutes (rules B-30 to B-33). The same request returns the person's hold; another request
 * replaces it.
 */
export default handle(hold, async ({ input, actor, trx, now, refuse }) => {
  const wanted = complete(input, refuse)
  await lockPerson(trx, actor.userId)
  const before = await ownHold(trx, actor.userId)
  if (before && isSame(before, wanted)) {
    const [found] = await readReservations(trx, [before.id])
    if (found) return { reservation: found.view, found: true }
  }
  const [wrong] = checkSpan(wanted, { now })
  if (wrong) return refuseBy(refuse, wrong)
  const site = await admitToSite(trx, actor, wanted.siteId, refuse)
  const claim = await claimPlace(trx, site, { ...wanted, except: before?.id }, now, refuse)
  // After the devices' locks, in the order of those who expire holds, so that nobody waits in a circle.
  const how = before && isOver(before) ? ranOut : replaced
  const ended = before ? await endHolds(trx, [before.id], { now: claim.now, ...how }) : []
  const reservation = { ...input, siteId: wanted.siteId, userId: actor.userId, span: wanted, ...claim.offer }
  const id = await writeHold(trx, claim.place, claim.along, reservation, claim.now, refuse)
  const reservationIds = [id, ...claim.freed, ...ended]
  const [made] = await publishReservations(trx, reservationIds, { fact: fact('reservations.held', { reservationIds }) })
  if (!made) throw new Error(`reservation ${id} cannot be read`)
  return { reservation: made.view, found: false }
})

const replaced = { reason: 'replaced', timedOut: false }
const ranOut = { reason: 'hold-expired', timedOut: true }

/** Returns site, start and end, or refuses and names what is missing. */
function complete(input: Input, refuse: Refuse<'fields-missing'>): Wanted {
  const { siteId, start, end, deviceId, deviceTypeId } = input
  if (siteId === null || start === null || end === null) {
    const missing = (['siteId', 'start', 'end'] as const).filter((field) => input[field] === null)
    const fields = missing.map((path) => ({ path, issue: 'fields-missing' as const }))
    return refuse('fields-missing', undefined, fields)
  }
  const optionalDeviceIds = [...new Set(input.optionalDeviceIds)].sort((a, b) => a - b)
  return { siteId, start: new Date(start), end: new Date(end), deviceId, deviceTypeId, optionalDeviceIds }
}

interface OwnHold extends ReservationFacts {
  id: number
  now: Date
  siteId: number
  deviceId: number
  typeId: number
  optionalIds: number[]
}

/** The person's own hold that has not ended. It needs no row lock: the person's lock prevents another one. */
async function ownHold(trx: Knex.Transaction, userId: number): Promise<OwnHold | null> {
  const [own] = await prepared<OwnHold>(
    trx,
    `select r.id, r.site_id as "siteId", r.device_id as "deviceId", d.device_type_id as "typeId", r.starts_at as start, r.ends_at as end,
       r.state, r.hold_kind as "holdKind", r.held_until as "heldUntil", 0 as "prebookMinMinutes", clock_timestamp() as now,
       array(select c.device_id from reservations c join devices o on o.id = c.device_id
             where c.parent_id = r.id and o.is_optional order by 1) as "optionalIds"
     from reservations r join devices d on d.id = r.device_id
     where r.user_id = :userId and r.state = 'CREATED' and r.hold_kind = 'choosing' and r.parent_id is null and r.follows_id is null`,
    { userId },
  )
  return own ?? null
}

/** It has expired but not been cleared. */
const isOver = (own: OwnHold): boolean => reservationRefusal('EXPIRE', own, own.now) === null

function isSame(own: OwnHold, wanted: Wanted): boolean {
  return (
    !isOver(own) &&
    own.siteId === wanted.siteId &&
    own.start.getTime() === wanted.start.getTime() &&
    own.end.getTime() === wanted.end.getTime() &&
    (wanted.deviceId === undefined || wanted.deviceId === own.deviceId) &&
    (wanted.deviceTypeId === undefined || wanted.deviceTypeId === own.typeId) &&
    own.optionalIds.join() === wanted.optionalDeviceIds.join()
  )
}
