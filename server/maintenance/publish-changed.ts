import type { Knex } from 'knex'
import { publishReservations } from '../reservations/publish-reservations.ts'

/** Gives reservations a new version because their views show the maintenance. The caller holds their locks. */
export async function publishChanged(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(reservationIds)].sort((a, b) => a - b)
  if (ids.length === 0) return
  await trx.raw('update reservations set site_id = site_id where id = any (?)', [ids])
  await publishReservations(trx, ids)
}

/** Reservations of one transaction; others who write them wait for it. */
const atOnce = 200

/** Publishes the reservations that show a period's reason, batch by batch; returns how many. */
export async function publishAffected(knex: Knex, periodId: number): Promise<number> {
  let published = 0
  for (let after = 0; ; ) {
    const ids = await knex.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { id: number }[] }>(
        `select r.id from reservation_maintenance_periods p join reservations r on r.id = p.reservation_id
         where p.maintenance_period_id = ? and r.state = 'RESERVED' and r.id > ? order by r.id limit ${atOnce} for no key update of r`,
        [periodId, after],
      )
      const locked = rows.map(({ id }) => id)
      await publishChanged(trx, locked)
      return locked
    })
    const last = ids.at(-1)
    if (last === undefined) return published
    published += ids.length
    after = last
  }
}
