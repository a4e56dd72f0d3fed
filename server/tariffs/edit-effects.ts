import type { Knex } from 'knex'
import { countHolds, readBooked } from '../effects/booked.ts'
import type { Effects } from '../effects/effects.ts'

/** Returns what a change of a tariff does now: reservations and holds keep the stages that they were made with. */
export async function considerEdit(trx: Knex, tariffId: number, now: Date): Promise<Effects> {
  const where = { sql: 'r.event_id in (select id from events where tariff_id = :tariffId)', values: { tariffId } }
  return {
    subject: `edit tariff ${tariffId}`,
    reservations: await readBooked(trx, where, { now, outcome: 'stays' }),
    holds: await countHolds(trx, where, now),
    losers: [],
    losses: [],
  }
}
