import type { Knex } from 'knex'
import { transactions } from '../../contract/payments.ts'
import type { TransactionView } from '../../contract/reservations/view.ts'
import { many, one } from '../../db/sql.ts'
import { containing, wireTime } from '../kernel/sql.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvMoney, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { boundedCount, limitsOf } from '../lists/page.ts'

const csv: readonly CsvColumn<TransactionView>[] = [
  { head: heads.created, cell: ({ at }) => csvTime(at, 'UTC') },
  { head: heads.kind, cell: ({ kind }) => kind },
  { head: heads.amount, cell: ({ amountCents }, language) => csvMoney(amountCents, language) },
  { head: heads.payment, cell: (line) => line.paymentMethod },
  { head: heads.reservation, cell: ({ reservationNumber }) => reservationNumber },
  { head: heads.description, cell: ({ description }) => description },
]

const amount = '(case when t.from_account_id = a.id then -t.amount_cents else t.amount_cents end)'
const sortedBy = { at: 't.created_at', amount } as const
const ofPerson = `transactions t join accounts a on a.id in (t.from_account_id, t.to_account_id) and a.user_id = :userId
  left join reservations r on r.id = t.reservation_id`

/** The caller's ledger lines. Amounts that left the account are negative. */
export default answerListBy(transactions, {
  async page({ input, actor, trx }) {
    const { sql, where, bindings } = idsOf(input, actor.userId)
    const count = await boundedCount(trx, `select from ${ofPerson} where ${where}`, bindings)
    const { offset, limit } = limitsOf(input)
    const found = await many<{ id: number }>(trx, `${sql} limit :limit offset :offset`, { ...bindings, limit, offset })
    return {
      rows: await linesOf(
        trx,
        actor.userId,
        found.map(({ id }) => id),
      ),
      ...count,
    }
  },
  ids: ({ input, actor }) => idsOf(input, actor.userId),
  rows: ({ trx, actor }, ids: readonly number[]) => linesOf(trx, actor.userId, ids),
  id: ({ id }) => id,
  csv,
  more: ({ actor, trx }) =>
    one(trx, 'select balance_cents as "balanceCents" from accounts where user_id = ?', [actor.userId]),
})

function idsOf({ search, sort }: { search: string; sort: string }, userId: number) {
  const column = sortedBy[sort.replace('-', '') as keyof typeof sortedBy]
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const number = /^\d{1,15}$/.test(search) ? Number(search) : -1
  const where = search === '' ? 'true' : '(r.number = :number or t.description ilike :like)'
  return {
    sql: `select t.id from ${ofPerson} where ${where} order by ${column} ${direction}, t.id ${direction}`,
    where,
    bindings: { userId, number, like: containing(search) },
  }
}

async function linesOf(trx: Knex, userId: number, ids: readonly number[]): Promise<TransactionView[]> {
  const found = await many<TransactionView>(
    trx,
    `select t.id, t.kind, ${wireTime('t.created_at')} as at, ${amount} as "amountCents", t.payment_method as "paymentMethod",
       t.reservation_id as "reservationId", r.number as "reservationNumber", t.description
     from ${ofPerson} where t.id = any (:ids)`,
    { userId, ids: [...ids] },
  )
  const lines = new Map(found.map((line) => [line.id, line]))
  return ids.map((id) => lines.get(id)).filter((line) => line !== undefined)
}
