import type { ProblemCheck } from '../problem-check.ts'

/** Payments whose outcome is still unknown long after their time. */
export const unsettledPayment: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('payment', p.api_id, 'amountCents', p.amount_cents) as detail
  from payments p join reservations r on r.id = p.reservation_id
  where p.state = 'pending' and p.expires_at < :now::timestamptz - interval '15 minutes'`,
}
