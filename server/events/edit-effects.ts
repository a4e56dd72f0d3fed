import type { Knex } from 'knex'
import { countHolds, readBooked } from '../effects/booked.ts'
import type { Effects } from '../effects/effects.ts'

/** Returns what a change of an access time does now (rule EV-3): what is booked stays, extensions follow the new rules. */
export async function considerEdit(trx: Knex, eventId: number, now: Date): Promise<Effects> {
  const where = { sql: 'r.event_id = :eventId', values: { eventId } }
  return {
    subject: `edit event ${eventId}`,
    reservations: await readBooked(trx, where, { now, outcome: 'new-terms' }),
    holds: await countHolds(trx, where, now),
    losers: [],
    losses: [],
  }
}
