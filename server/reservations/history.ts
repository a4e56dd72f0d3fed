import type { Knex } from 'knex'
import type { TransactionView } from '../../contract/reservations/view.ts'
import { history } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { expired } from '../claims/facts.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'
import { given, matching, pageOf } from './list-filter.ts'
import { readReservations } from './view.ts'

/**
 * Returns the caller's past reservations: ended, cancelled, given up, expired, each with its lines of the ledger; holds
 * that another request replaced are left out.
 */
export default answer(history, async ({ input, actor, trx, now }) => {
  const filters = [
    given('r.user_id = :userId', { userId: actor.userId }),
    given(
      `(r.state = 'STORNO' or (r.state = 'CANCELED' and r.end_reason is distinct from 'replaced')
        or (r.state = 'RESERVED' and r.ends_at <= :now) or ${expired('r')})`,
      { now },
    ),
    matching(input.query, { people: false, children: true }),
  ]
  const paging = { sort: 'start', descending: true, page: input.page, limit: input.limit } as const
  const { ids, recordCount } = await pageOf(trx, filters, paging)
  const lines = await readLines(trx, ids)
  const read = await readReservations(trx, ids)
  return {
    items: read.map(({ id, view }) => ({
      reservation: view,
      transactions: lines.filter(({ reservationId }) => reservationId === id),
    })),
    recordCount,
  }
})

/** Returns lines of the ledger of reservations, the oldest first; payments are negative. */
function readLines(trx: Knex, reservationIds: readonly number[]): Promise<TransactionView[]> {
  return many<TransactionView>(
    trx,
    `select t.id, t.kind, ${wireTime('t.created_at')} as at, case t.kind when 'refund' then t.amount_cents else -t.amount_cents end as "amountCents",
       t.payment_method as "paymentMethod", r.id as "reservationId", r.number as "reservationNumber", t.description
     from transactions t join reservations r on r.id = t.reservation_id
     where t.reservation_id = any (?) order by t.id`,
    [[...reservationIds]],
  )
}
