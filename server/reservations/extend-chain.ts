import type { Knex } from 'knex'
import { backwards } from '../claims/chain.ts'
import { endHolds } from '../claims/claim.ts'
import type { LockedReservation } from '../claims/own.ts'
import { tellReservations } from './tell.ts'

/** Who shares a lock with the reservation that another one continues: it comes first, so that locks go in ascending id. */
export async function lockPredecessor(trx: Knex.Transaction, id: number): Promise<void> {
  await trx.raw(
    `select from reservations where id = (select follows_id from reservations where id = ?) for no key update`,
    [id],
  )
}

/** Ends a follow-up whose payment ran out and that nobody has cleared away: it stands in the way of another. Answers its id, to be told. */
export async function endLapsedFollowUp(trx: Knex.Transaction, id: number, now: Date): Promise<number[]> {
  const held = (await trx('reservations').where({ follows_id: id, state: 'CREATED' }).select('id')) as { id: number }[]
  return endHolds(
    trx,
    held.map((row) => row.id),
    { now, reason: 'hold-expired', timedOut: true, onlyLapsed: true },
  )
}

/** A follow-up came to be: links of the stay go on until its end, and the reservation before it is told anew. */
export async function joinChain(
  trx: Knex.Transaction,
  own: Pick<LockedReservation, 'id' | 'followsId' | 'siteId' | 'end'>,
): Promise<void> {
  if (own.followsId === null) return
  await moveExpiry(trx, own.followsId, own.end)
  await tellPredecessor(trx, own.followsId, own.siteId)
}

/** A follow-up is no more: links end with the reservation before it, which may be extended and cancelled again. */
export async function leaveChain(
  trx: Knex.Transaction,
  own: Pick<LockedReservation, 'id' | 'followsId' | 'siteId' | 'start'>,
): Promise<void> {
  if (own.followsId === null) return
  await moveExpiry(trx, own.followsId, own.start)
  await tellPredecessor(trx, own.followsId, own.siteId)
}

async function moveExpiry(trx: Knex.Transaction, id: number, end: Date): Promise<void> {
  await trx.raw(
    `with ${backwards}
     update tokens set expires_at = :end where reservation_id in (select id from chain) and revoked_at is null and created_at < :end`,
    { id, end },
  )
}

/** Writing its row draws a new version for what its view says of the follow-up. */
async function tellPredecessor(trx: Knex.Transaction, id: number, siteId: number): Promise<void> {
  await trx('reservations').where({ id }).update({ site_id: siteId })
  await tellReservations(trx, [id])
}
