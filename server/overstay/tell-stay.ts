import type { Knex } from 'knex'
import type { Fact } from '../../contract/facts.ts'
import { tellReservations } from '../reservations/tell.ts'

/**
 * Tells what an overstay changed about a reservation whose lock the caller holds: its views draw new versions, and whoever watches what it opens is
 * asked again which devices he may see.
 */
export async function tellStay(trx: Knex.Transaction, reservationId: number, fact?: Fact): Promise<void> {
  await trx('reservations')
    .where({ id: reservationId })
    .update({ site_id: trx.ref('site_id') })
  await tellReservations(trx, [reservationId], fact ? { fact } : {})
  await trx.raw(`select pg_notify('rights', json_build_object('tickets', json_build_array(?::int))::text)`, [
    reservationId,
  ])
}
