import { paymentGraceSeconds } from '../../claims/facts.ts'
import type { ProblemCheck } from '../problem-check.ts'

/** Holds that should have expired. */
export const staleHold: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('heldUntil', r.held_until) as detail from reservations r
  where r.state = 'CREATED' and r.parent_id is null and r.held_until < :now::timestamptz - interval '${paymentGraceSeconds + 300} s'`,
}
