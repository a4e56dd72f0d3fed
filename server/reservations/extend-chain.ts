import type { Knex } from 'knex'
import { backwards } from '../claims/chain.ts'
import { endExpired } from '../claims/claim.ts'
import type { LockedReservation } from '../claims/own.ts'
import { publishReservations } from './publish-reservations.ts'

/** Locks the continued reservation first, so that locks are taken in ascending id. */
export async function lockPredecessor(trx: Knex.Transaction, id: number): Promise<void> {
  await trx.raw(
    `select from reservations where id = (select follows_id from reservations where id = ?) for no key update`,
    [id],
  )
}

/** Ends an extension whose payment has expired and that blocks another; returns its id. */
export async function endExpiredFollowUp(trx: Knex.Transaction, id: number, now: Date): Promise<number[]> {
  const held: number[] = await trx('reservations').where({ follows_id: id, state: 'CREATED' }).pluck('id')
  return endExpired(trx, held, now)
}

/** Joins an extension to its stay: links run until its end, and the previous reservation is published again. */
export function joinChain(trx: Knex.Transaction, own: LockedReservation): Promise<void> {
  return moveEnd(trx, own, own.end)
}

/**
 * Removes an extension from its stay: links end with the previous reservation, which may be extended and cancelled
 * again.
 */
export function leaveChain(trx: Knex.Transaction, own: LockedReservation): Promise<void> {
  return moveEnd(trx, own, own.start)
}

async function moveEnd(trx: Knex.Transaction, { followsId: id, siteId }: LockedReservation, end: Date): Promise<void> {
  if (id === null) return
  await trx.raw(
    `with ${backwards}
     update tokens set expires_at = :end where reservation_id in (select id from chain) and revoked_at is null and created_at < :end`,
    { id, end },
  )
  // Updating its row gives it a new version: its view shows the extension.
  await trx('reservations').where({ id }).update({ site_id: siteId })
  await publishReservations(trx, [id])
}
