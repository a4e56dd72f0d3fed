import type { Knex } from 'knex'
import { countHolds, readBooked } from '../effects/booked.ts'
import type { Effects } from '../effects/effects.ts'

/** Returns whose places are opened by a gateway: they stay booked wherever the gateway is moved. */
export async function considerEdit(trx: Knex, gatewayId: number, now: Date): Promise<Effects> {
  const sql = `exists (select from reservations c join devices d on d.id = c.device_id
    where (c.id = r.id or c.parent_id = r.id) and d.gateway_id = :gatewayId)`
  const where = { sql, values: { gatewayId } }
  return {
    subject: `edit gateway ${gatewayId}`,
    reservations: await readBooked(trx, where, { now, outcome: 'stays' }),
    holds: await countHolds(trx, where, now),
    losers: [],
    losses: [],
  }
}
