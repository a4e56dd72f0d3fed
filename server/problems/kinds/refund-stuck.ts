import type { ProblemCheck } from '../problem-check.ts'

/** Refunds to a card that the provider has not carried out after a day. */
export const refundStuck: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('amountCents', f.amount_cents, 'since', f.created_at) as detail
  from payment_refunds f join payments p on p.id = f.payment_id join reservations r on r.id = p.reservation_id
  where f.state = 'pending' and f.created_at < :now::timestamptz - interval '1 day'`,
}
