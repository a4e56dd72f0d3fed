import { withRetry } from '../../db/retry.ts'
import { many } from '../../db/sql.ts'
import type { Desk } from './desk.ts'
import { fewAtOnce } from './few-at-once.ts'
import { releasePaymentHold } from './give-hold-back.ts'
import { askLast } from './learn.ts'

type Due = { readonly id: number; readonly sessionId: string; readonly reservationId: number }
const againAfter = '5 s'

/**
 * Releases payment holds whose time is over, after asking the provider, or when they expire by themselves
 * (paymentGraceMs). Money that arrives later is settled as late.
 */
export async function releaseHolds(desk: Desk): Promise<void> {
  const due = await many<Due>(
    desk.knex,
    `select p.id, p.session_id as "sessionId", r.id as "reservationId" from payments p join reservations r on r.id = p.reservation_id
     where p.state = 'pending' and p.session_id is not null and p.provider = ?
       and r.state = 'CREATED' and r.hold_kind = 'payment' and r.held_until <= statement_timestamp()
       and (p.checked_at is null or p.checked_at < r.held_until or p.checked_at < now() - interval '${againAfter}')
     order by r.held_until limit 50`,
    [desk.provider.name],
  )
  await fewAtOnce(due, (payment) => release(desk, payment))
}

async function release(desk: Desk, due: Due): Promise<void> {
  const last = await askLast(desk, due, 'a payment hold waits for its provider')
  // Money in transit cannot be stopped, and the place does not wait for it: it will be late.
  if (last?.answer.state === 'open')
    await withRetry(() => desk.knex.transaction((trx) => releasePaymentHold(trx, due.reservationId)))
}
