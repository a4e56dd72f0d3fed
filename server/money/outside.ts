import type { Knex } from 'knex'
import type { PaymentRow } from './rows.ts'

/**
 * Books card money that arrives, to its payer's credit: a top-up, or a correction if a refund could not be made. Once
 * per payment and kind, whatever is repeated.
 */
export function payIn(trx: Knex.Transaction, payment: PaymentRow, kind: 'top-up' | 'correction'): Promise<void> {
  return move(trx, payment, kind, 'outside', 'payer')
}

/** Books money from the payer's credit back to the card. Once per payment. */
export function payOut(trx: Knex.Transaction, payment: PaymentRow): Promise<void> {
  return move(trx, payment, 'payout', 'payer', 'outside')
}

type Side = 'outside' | 'payer'
const account: Record<Side, string> = {
  outside: `(select id from accounts where provider = 'outside')`,
  payer: '(select id from accounts where user_id = :userId)',
}

async function move(trx: Knex.Transaction, payment: PaymentRow, kind: string, from: Side, to: Side): Promise<void> {
  await trx.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, payment_id, reference)
     values (:kind, ${account[from]}, ${account[to]}, :cents, 'card', :paymentId, :reference) on conflict (reference) do nothing`,
    {
      kind,
      userId: payment.userId,
      cents: payment.amountCents,
      paymentId: payment.id,
      reference: `${kind}:payment:${payment.id}`,
    },
  )
}
