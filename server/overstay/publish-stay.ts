import type { Knex } from 'knex'
import type { Fact } from '../../contract/facts.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/**
 * Publishes a reservation that an overstay changed, and has the rights of those who watch its devices checked. The
 * caller holds its lock.
 */
export async function publishStay(trx: Knex.Transaction, reservationId: number, fact?: Fact): Promise<void> {
  await trx('reservations')
    .where({ id: reservationId })
    .update({ site_id: trx.ref('site_id') })
  await publishReservations(trx, [reservationId], fact ? { fact } : {})
  await trx.raw(`select pg_notify('rights', json_build_object('tickets', json_build_array(?::int))::text)`, [
    reservationId,
  ])
}
