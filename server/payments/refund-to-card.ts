import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { many, one } from '../../db/sql.ts'
import { addJob, addJobs } from '../jobs/add-job.ts'
import { TryLater } from '../jobs/tasks.ts'
import { payIn, payOut } from '../money/outside.ts'
import { changePayment, lockPayment, type PaymentRow } from '../money/rows.ts'
import { ProviderUnavailable, RefundRefused } from '../payment-provider/port.ts'
import { meChange } from '../session/me.ts'
import { type Desk, publishPayment } from './desk.ts'

/** Delay before an unavailable provider is asked again, seconds. */
const againSeconds = 30

/** Refunds money without a use to the card, completely. The row is the record; the job sends it after the commit. */
export async function refundToCard(trx: Knex.Transaction, payment: PaymentRow): Promise<PaymentRow> {
  await payOut(trx, payment)
  const { id } = await one<{ id: number }>(
    trx,
    'insert into payment_refunds (payment_id, request_key, amount_cents) values (?, ?, ?) returning id',
    [payment.id, `${payment.apiId}.refund`, payment.amountCents],
  )
  await addJob(trx, 'payments.refund', { id })
  const changed = await changePayment(trx, payment.id, { outcome: 'refunded', refunded_cents: payment.amountCents })
  await publishPayment(trx, changed)
  return changed
}

/** Adds jobs again for refunds without attempts left: a refund that is owed is never dropped. */
export async function refundAgain({ knex }: Pick<Desk, 'knex'>): Promise<void> {
  const left = await many<{ id: number }>(
    knex,
    `select r.id from payment_refunds r left join graphile_worker.jobs j on j.key = 'payments.refund ' || r.id
     where r.state = 'pending' and (j.key is null or j.locked_at is null and j.attempts >= j.max_attempts)`,
  )
  await addJobs(knex, 'payments.refund', left)
}

interface Refund {
  id: number
  paymentId: number
  provider: string
  sessionId: string
  requestKey: string
  amountCents: number
}

/** Sends a refund that the provider has not confirmed yet. The key makes repetitions harmless. */
export async function sendRefund({ knex, provider, log }: Desk, id: number): Promise<void> {
  const [refund] = await many<Refund>(
    knex,
    `select r.id, r.payment_id as "paymentId", p.provider, p.session_id as "sessionId", r.request_key as "requestKey", r.amount_cents as "amountCents"
     from payment_refunds r join payments p on p.id = r.payment_id where r.id = ? and r.state = 'pending'`,
    [id],
  )
  if (!refund) return
  if (refund.provider !== provider.name) throw new TryLater(againSeconds)
  const { sessionId, amountCents, requestKey } = refund
  try {
    const { refundId } = await provider.refund({ sessionId, amountCents, idempotencyKey: requestKey })
    await knex('payment_refunds').where({ id, state: 'pending' }).update({ state: 'succeeded', refund_id: refundId })
  } catch (error) {
    if (error instanceof RefundRefused) {
      log.error({ err: error, paymentId: refund.paymentId }, 'a refund is refused; its payer gets credit')
      await withRetry(() => knex.transaction((trx) => creditInstead(trx, refund)))
    } else if (error instanceof ProviderUnavailable) {
      log.warn({ err: error, paymentId: refund.paymentId }, 'refund not sent yet')
      throw new TryLater(againSeconds, error)
    } else throw error
  }
}

/** If the provider refuses the refund for good, it becomes the payer's credit. */
async function creditInstead(trx: Knex.Transaction, refund: Refund): Promise<void> {
  const payment = await lockPayment(trx, refund.paymentId)
  const failed = await trx('payment_refunds').where({ id: refund.id, state: 'pending' }).update({ state: 'failed' })
  if (failed === 0) return
  await payIn(trx, payment, 'correction')
  const credited = await changePayment(trx, payment.id, { outcome: 'credited', refunded_cents: 0 })
  await publishPayment(trx, credited, fact('payments.credited', { paymentId: payment.id }))
  await publish(trx, [await meChange(trx, payment.userId)])
}
