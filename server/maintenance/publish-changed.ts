import type { Knex } from 'knex'
import { publishReservations } from '../reservations/publish-reservations.ts'

/** Gives reservations a new version because their views show the maintenance. The caller holds their locks. */
export async function publishChanged(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(reservationIds)].sort((a, b) => a - b)
  if (ids.length === 0) return
  await trx.raw('update reservations set site_id = site_id where id = any (?)', [ids])
  await publishReservations(trx, ids)
}
