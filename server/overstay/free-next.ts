import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { many } from '../../db/sql.ts'
import { lockAnyReservation } from '../claims/own.ts'
import { queueMessages } from '../messages/queue.ts'
import { publishStay } from './publish-stay.ts'

interface Displacement {
  id: number
  overstayId: number
  outcome: 'canceled' | 'rebooked' | 'freed' | 'over' | null
  deviceId: number
}

/** Outcome for guests who could not be moved: null = still waiting. Over = their time passed without the place. */
const waiting = `select h.reservation_id as id, h.overstay_id as "overstayId", n.device_id as "deviceId", case
    when n.state <> 'RESERVED' then 'canceled'
    when not exists (select from reservations c where (c.id = n.id or c.parent_id = n.id) and c.device_id = o.device_id and c.state = 'RESERVED') then 'rebooked'
    when n.ends_at <= coalesce(o.ended_at, clock_timestamp()) then 'over'
    when o.ended_at is not null then 'freed' end as outcome
  from overstay_displacements h join reservations n on n.id = h.reservation_id join overstays o on o.reservation_id = h.overstay_id
  where h.outcome = 'not-moved' and h.next_try_at is not null`

/** Returns reservations whose wait for an occupied place has ended. */
export async function findFreed(knex: Knex): Promise<number[]> {
  const displacements = await many<Displacement>(knex, `${waiting} order by 1`)
  return displacements.filter(({ outcome }) => outcome !== null).map(({ id }) => id)
}

/**
 * Writes the outcome of a wait, and informs the person if the place is theirs again (rule O-9). Returns false if
 * nothing was due.
 */
export async function freeNext(trx: Knex.Transaction, reservationId: number): Promise<boolean> {
  const own = await lockAnyReservation(trx, reservationId)
  const [displacement] = await many<Displacement>(trx, `${waiting} and n.id = ?`, [reservationId])
  if (!own || !displacement?.outcome) return false
  const { outcome, overstayId } = displacement
  await trx('overstay_displacements')
    .where({ reservation_id: reservationId })
    .update({
      next_try_at: null,
      ...(outcome === 'over' ? {} : { outcome, at: trx.raw('clock_timestamp()') }),
      ...(outcome === 'rebooked' ? { to_device_id: displacement.deviceId } : {}),
    })
  const freed = fact('overstay.nextFreed', { reservationIds: [reservationId], overstayId })
  await publishStay(trx, reservationId, outcome === 'freed' ? freed : undefined)
  const { userId } = own
  const dedupeKey = `overstay-next-freed:${reservationId}:${overstayId}`
  if (outcome === 'freed' && userId !== null)
    await queueMessages(trx, [{ kind: 'overstay-next-freed', userId, dedupeKey, reservationId, data: {} }])
  return true
}
