import type { Knex } from 'knex'
import type * as z from 'zod'
import type { TransactionView } from '../../contract/reservations/view.ts'
import { history } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { expired } from '../claims/facts.ts'
import { wireTime } from '../kernel/sql.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvMoney, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { given, idsOf, matching, orderOf, pageOf } from './list-filter.ts'
import { readReservations } from './view.ts'

type Entry = z.input<typeof history.row>

const csv: readonly CsvColumn<z.output<typeof history.row>>[] = [
  { head: heads.number, cell: ({ reservation }) => reservation.number },
  { head: heads.state, cell: ({ reservation }) => reservation.state },
  { head: heads.site, cell: ({ reservation }) => reservation.site.name },
  { head: heads.device, cell: ({ reservation }) => reservation.device.name },
  { head: heads.start, cell: ({ reservation: { start, site } }) => csvTime(start, site.timeZone) },
  { head: heads.end, cell: ({ reservation: { end, site } }) => csvTime(end, site.timeZone) },
  { head: heads.timeZone, cell: ({ reservation }) => reservation.site.timeZone },
  { head: heads.paid, cell: ({ reservation }, language) => csvMoney(reservation.paidCents, language) },
  { head: heads.refunded, cell: ({ reservation }, language) => csvMoney(reservation.refundedCents, language) },
]

/**
 * Returns the caller's past reservations (ended, cancelled, abandoned, expired), each with its lines of the ledger;
 * holds replaced by another request are left out.
 */
export default answerListBy(history, {
  async page({ input, actor, trx, now }) {
    const paging = { ...orderOf(input), page: input.page, limit: input.pageSize }
    const { ids, ...count } = await pageOf(trx, filtersOf(input, actor.userId, now), paging)
    return { rows: await entries(trx, ids), ...count }
  },
  ids: ({ input, actor, now }) => idsOf(filtersOf(input, actor.userId, now), orderOf(input)),
  rows: ({ trx }, ids: readonly number[]) => entries(trx, ids),
  id: ({ reservation }) => reservation.id,
  csv,
})

function filtersOf({ search }: { search: string }, userId: number, now: Date) {
  return [
    given('r.user_id = :userId', { userId }),
    given(
      `(r.state = 'STORNO' or (r.state = 'CANCELED' and r.end_reason is distinct from 'replaced')
        or (r.state = 'RESERVED' and r.ends_at <= :now) or ${expired('r')})`,
      { now },
    ),
    matching(search, { people: false, children: true }),
  ]
}

async function entries(trx: Knex, ids: readonly number[]): Promise<Entry[]> {
  const lines = await readLines(trx, ids)
  const read = await readReservations(trx, [...ids])
  return read.map(({ id, view }) => ({
    reservation: view,
    transactions: lines.filter(({ reservationId }) => reservationId === id),
  }))
}

/** Returns ledger lines of reservations, the oldest first; payments are negative. */
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
