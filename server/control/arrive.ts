import type { Knex } from 'knex'
import { arrive } from '../../contract/control/own.ts'
import { type Ground, isInside, isVague, metresTo } from '../../machines/fence.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type HeldReservation, lockHeld } from '../doors/holder.ts'
import { sold } from '../doors/sold.ts'
import { handle } from '../kernel/bus/handle.ts'
import { beginRun } from './begin-run.ts'
import { mustBeInTime } from './request-in-time.ts'

/** Pause after a refused opening, ms. */
const nextTryMs = 10_000

/**
 * Opens the whole way once when the person enters the site's fence (rules C-36, C-37); retries a refused opening later.
 * The position is not stored.
 */
export default handle(arrive, async ({ input, actor, trx, refuse, context }) => {
  const held = await lockHeld(trx, input.reservationId, actor.userId)
  if (!held) return refuse('not-found')
  if (input.validUntil !== undefined) mustBeInTime(input.validUntil, held.at, refuse)
  const terms = await readTerms(trx, held)
  if (!held.rules.gpsEnabled || !terms.sold || !held.useAutomaticAccess) return refuse('automatic-not-allowed')
  if (!terms.consent) return refuse('no-consent')
  if (isVague(input.accuracyM, terms.fenceM)) return refuse('position-too-vague')
  const metres = metresTo(input, terms.ground)
  if (metres === null) return refuse('site-without-position')
  // Guarded by the reservation's lock.
  const before = await trx('arrivals')
    .where({ reservation_id: held.reservationId })
    .first<Arrival | undefined>('inside', 'at')
  const inside = isInside(before?.inside ?? false, metres, terms.fenceM)
  const reply = { inside, distanceM: Math.round(metres), runId: null, refusal: null }
  if (!inside) {
    if (before?.inside) await trx('arrivals').where({ reservation_id: held.reservationId }).delete()
    return reply
  }
  if (before?.inside) return reply
  // Outside its times nothing is tried or logged. A stay that was not left is opened by hand.
  const closed = reservationRefusal('OPEN', { ...held, graceUntil: null, blocked: false }, held.at)
  if (closed) return { ...reply, refusal: closed }
  if (before && held.at.getTime() - before.at.getTime() < nextTryMs) return reply
  const begun = await beginRun(trx, context, { held, by: 'gps', deviceIds: null, action: 'open', userId: actor.userId })
  await keepArrival(trx, held, begun.ok)
  return begun.ok ? { ...reply, runId: begun.runId } : { ...reply, refusal: begun.code }
})

interface Terms {
  readonly sold: boolean
  /** Whether the profile consents. */
  readonly consent: boolean
  readonly fenceM: number
  readonly ground: Ground
}

async function readTerms(trx: Knex, { reservationId }: HeldReservation): Promise<Terms> {
  const corners = ['upper_left', 'upper_right', 'lower_right', 'lower_left'] as const
  const row = await trx('reservations as r')
    .join('sites as s', 's.id', 'r.site_id')
    .join('users as u', 'u.id', 'r.user_id')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .where('r.id', reservationId)
    .first<Record<string, number | null> & { sold: boolean; consent: boolean; fence: number }>(
      trx.raw(`${sold('r', 'GPS')} as sold`),
      'u.allows_automatic_access as consent',
      's.geofence_m as fence',
      'l.latitude',
      'l.longitude',
      ...corners.flatMap((corner) => [`l.${corner}_latitude`, `l.${corner}_longitude`]),
    )
  const at = (prefix: string) => {
    const latitude = row[`${prefix}latitude`] ?? null
    const longitude = row[`${prefix}longitude`] ?? null
    return latitude === null || longitude === null ? null : { latitude, longitude }
  }
  const around = corners.map((corner) => at(`${corner}_`)).filter((corner) => corner !== null)
  return {
    sold: row.sold,
    consent: row.consent,
    fenceM: row.fence,
    ground: { point: at(''), corners: around.length === corners.length ? around : null },
  }
}

/** Stored for people who are inside or were refused; for others nothing is stored. */
interface Arrival {
  readonly inside: boolean
  /** When they entered or were refused. */
  readonly at: Date
}

async function keepArrival(trx: Knex, { reservationId, at }: HeldReservation, inside: boolean): Promise<void> {
  await trx('arrivals')
    .insert({ reservation_id: reservationId, inside, at })
    .onConflict('reservation_id')
    .merge(['inside', 'at'])
}
