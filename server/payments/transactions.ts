import { transactions } from '../../contract/payments.ts'
import type { TransactionView } from '../../contract/reservations/view.ts'
import { many, one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

/** Returns the caller's lines of the ledger, newest first. What left the account is negative. */
export default answer(transactions, async ({ input: { page, limit }, actor, trx }) => {
  const account = await one<{ id: number; balanceCents: number; recordCount: number }>(
    trx,
    `select a.id, a.balance_cents as "balanceCents",
       (select count(*) from transactions where a.id in (from_account_id, to_account_id)) as "recordCount"
     from accounts a where a.user_id = ?`,
    [actor.userId],
  )
  const items = await many<TransactionView>(
    trx,
    `select t.id, t.kind, ${wireTime('t.created_at')} as at, case when t.from_account_id = ? then -t.amount_cents else t.amount_cents end as "amountCents",
       t.payment_method as "paymentMethod", t.reservation_id as "reservationId", r.number as "reservationNumber", t.description
     from transactions t left join reservations r on r.id = t.reservation_id
     where ? in (t.from_account_id, t.to_account_id) order by t.id desc limit ? offset ?`,
    [account.id, account.id, limit, (page - 1) * limit],
  )
  return { balanceCents: account.balanceCents, recordCount: account.recordCount, items }
})
