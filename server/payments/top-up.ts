import { topUp } from '../../contract/payments.ts'
import { handle } from '../kernel/bus/handle.ts'
import { startPayment } from '../money/start.ts'
import { isCreditOffered } from './offered.ts'

/**
 * Starts buying credit by card. The credit arrives when the provider reports the payment, even if the person has left
 * the page.
 */
export default handle(topUp, async ({ input, actor, trx, now, refuse, context }) => {
  if (!context.payments) return refuse('payment-provider-unavailable')
  if (!(await isCreditOffered(trx, actor))) return refuse('payment-not-offered')
  const payment = await startPayment(trx, {
    provider: context.payments,
    purpose: 'top-up',
    userId: actor.userId,
    reservationId: null,
    amountCents: input.amountCents,
    now,
  })
  return { payment }
})
