import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'

/** A reservation with those that it continues: one stay for the person. */
export interface Chain {
  /** Start of the first reservation. */
  readonly start: Date
  /** Paid for the whole stay and not refunded, cents. */
  readonly paidCents: number
}

/** Ids of a reservation and of all that it continues, as a CTE `chain` of SQL for :id. */
export const backwards = `recursive chain as (
    select id, follows_id, starts_at from reservations where id = :id
    union all select r.id, r.follows_id, r.starts_at from reservations r join chain c on r.id = c.follows_id)`

/** Returns the stay that ends with this reservation. */
export async function readChain(trx: Knex, id: number): Promise<Chain> {
  return one<Chain>(
    trx,
    `with ${backwards}
     select (select min(starts_at) from chain) as start,
       (select coalesce(sum(case kind when 'refund' then -amount_cents else amount_cents end), 0)::int
        from transactions where reservation_id in (select id from chain)) as "paidCents"`,
    { id },
  )
}
