import type { Knex } from 'knex'
import { type Check, exactly } from './scenario.ts'

export interface BookingsFound {
  readonly booked: number
  readonly overlaps: number
  readonly unpaid: number
  readonly paidTwice: number
  readonly checks: readonly Check[]
}

/**
 * Checks all bookings of a database: nobody double-booked, everything booked paid exactly once, no cent made or lost.
 */
export async function checkBookings(knex: Knex): Promise<BookingsFound> {
  const { rows } = await knex.raw<{
    rows: { booked: number; overlaps: number; unpaid: number; paid_twice: number; sum: number }[]
  }>(
    `WITH paid AS (
       SELECT r.id, (SELECT count(*) FROM transactions t WHERE t.reservation_id = r.id) AS times
       FROM reservations r WHERE r.state = 'RESERVED' AND r.user_id IS NOT NULL AND r.parent_id IS NULL)
     SELECT (SELECT count(*) FROM paid) AS booked,
       (SELECT count(*) FROM reservations a JOIN reservations b ON a.device_id = b.device_id AND a.id < b.id AND a.span && b.span
        WHERE a.state IN ('CREATED', 'RESERVED') AND b.state IN ('CREATED', 'RESERVED') AND NOT a.shared AND NOT b.shared) AS overlaps,
       (SELECT count(*) FROM paid WHERE times = 0) AS unpaid,
       (SELECT count(*) FROM paid WHERE times > 1) AS paid_twice,
       (SELECT sum(balance_cents) FROM account_balances) AS sum`,
  )
  const [found] = rows
  if (!found) throw new Error('the bookings could not be read')
  const { booked, overlaps, unpaid, paid_twice: paidTwice } = found
  return {
    booked,
    overlaps,
    unpaid,
    paidTwice,
    checks: [
      exactly('places booked twice', overlaps, 0),
      exactly('bookings not paid', unpaid, 0),
      exactly('bookings paid twice', paidTwice, 0),
      exactly('cents over all accounts', Number(found.sum), 0),
    ],
  }
}
