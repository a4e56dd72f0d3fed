import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { changeDevice } from '../../contract/reservations.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { note } from '../claims/append-history.ts'
import { lockForClaim } from '../claims/claim.ts'
import { claimDevice } from '../claims/claim-device.ts'
import type { DeviceFacts } from '../claims/facts.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { isEquivalent } from '../claims/places-of-site.ts'
import { handle } from '../kernel/bus/handle.ts'
import { type Refuse, Refused, refuser } from '../kernel/bus/refuse.ts'
import { optionalOf } from './alternatives.ts'
import { publishReservations } from './publish-reservations.ts'
import { moveTo, spanAt } from './rebook.ts'

/** Moves a booked reservation, with what comes along, to an equivalent free place (rules L-6, L-7). */
export default handle(changeDevice, async ({ input, actor, trx, refuse }) => {
  const own = await lockFor(trx, actor, input.reservationId, 'CHANGE_DEVICE', refuse, 'either')
  if (input.deviceId === own.deviceId) return refuse('change-device-error', {}, at('change-device-error'))
  if (!(await isEquivalent(trx, own, input.deviceId)))
    return refuse('device-not-equivalent', {}, at('device-not-equivalent'))
  const optional = await optionalOf(trx, own)
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, input.deviceId, ...own.claimedChildIds])
  const late = reservationRefusal('CHANGE_DEVICE', own, now)
  if (late) return refuse(late)
  const freed: number[] = []
  const { place, along } = await claimForMove(trx, own, input.deviceId, optional, now, freed, refuse)
  const gone = await moveTo(trx, own, place, along, now, refuse)
  const moved = { from: own.deviceId, to: place.deviceId }
  await note(trx, { reservationId: own.id, type: 'device-changed', at: now, by: actor.userId, data: moved })
  const reservationIds = [own.id, ...freed]
  await publishReservations(trx, reservationIds, {
    fact: fact('reservations.deviceChanged', { reservationIds, ...moved }),
    gone,
  })
  return { reservationId: own.id }
})

const at = <C extends RefusalCode>(issue: C) => [{ path: 'deviceId', issue }]

type MoveRefusal = 'place-taken' | 'place-held' | 'maintenance-then' | 'change-device-error' | 'device-not-equivalent'

/** Returns the place, or refuses with the codes of a move. */
async function claimForMove(
  trx: Knex.Transaction,
  own: LockedReservation,
  deviceId: number,
  optionalDeviceIds: readonly number[],
  now: Date,
  freed: number[],
  refuse: Refuse<MoveRefusal>,
): Promise<{ place: DeviceFacts; along: DeviceFacts[] }> {
  try {
    return await claimDevice(trx, { ...spanAt(own, deviceId), optionalDeviceIds }, now, freed, refuser())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code } = error.refusal
    if (code === 'place-taken' || code === 'place-held' || code === 'maintenance-then')
      return refuse(code, error.refusal.params, error.refusal.fields)
    const equivalent = code !== 'option-not-available' && code !== 'device-not-bookable'
    return refuse(equivalent ? 'change-device-error' : 'device-not-equivalent')
  }
}
