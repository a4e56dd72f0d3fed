import type * as z from 'zod'
import type { options } from '../../contract/payments.ts'

type Options = z.output<typeof options.reply>

/** A way to pay. `missingCents` > 0 = insufficient. */
export type PaymentWay = { readonly key: string; readonly missingCents: number } & (
  | { readonly method: 'credit'; readonly costCenterId: null; readonly balanceCents: number }
  | { readonly method: 'cost-center'; readonly costCenterId: number; readonly number: string; readonly name: string }
  | { readonly method: 'card'; readonly costCenterId: null }
)

/** Cents by which credit and overdraft fall short of a price. */
export function creditMissing({ balanceCents, overdraftCents }: Options, priceCents: number): number {
  return overdraftCents === -1 ? 0 : Math.max(0, priceCents - balanceCents - overdraftCents)
}

/** The ways to pay a price, the quickest first. */
export function paymentWays(options: Options, priceCents: number): PaymentWay[] {
  return [
    {
      key: 'credit',
      method: 'credit',
      costCenterId: null,
      balanceCents: options.balanceCents,
      missingCents: creditMissing(options, priceCents),
    },
    ...options.costCenters.map(
      ({ id, number, name }): PaymentWay => ({
        key: `cost-center ${id}`,
        method: 'cost-center',
        costCenterId: id,
        number,
        name,
        missingCents: 0,
      }),
    ),
    ...(options.card ? [{ key: 'card', method: 'card', costCenterId: null, missingCents: 0 } as const] : []),
  ]
}

/** What to top up so that a booking can be paid: the missing amount, at least 5 €, in whole euros. */
export function topUpFor(missingCents: number): number {
  return Math.min(50_000, Math.max(500, Math.ceil(missingCents / 100) * 100))
}
