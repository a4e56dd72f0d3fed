import * as z from 'zod'
import { bookers } from './features.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { paymentView, transactionView } from './reservations/view.ts'

const cents = z.number().int()

/** The caller's payment methods. Card only if the portal has a payment provider. */
export const options = query({
  name: 'payments.options',
  access: bookers,
  input: z.strictObject({}),
  reply: z.object({
    balanceCents: cents,
    /** Permitted overdraft; -1 = unlimited. */
    overdraftCents: cents,
    costCenters: z.array(z.object({ id: z.number().int(), number: z.string(), name: z.string() })),
    card: z.boolean(),
    /**
     * Whether any company whose zones the caller sees may take money (product PAYMENT); otherwise credit is not sold.
     */
    topUp: z.boolean(),
  }),
})

/** Buys credit by card: opens a payment; the credit arrives when the provider reports it paid. 5 € to 500 €. */
export const topUp = command({
  name: 'payments.topUp',
  access: bookers,
  input: z.strictObject({ amountCents: z.number().int().min(500).max(50_000) }),
  reply: z.object({ payment: paymentView }),
  refusals: ['payment-provider-unavailable', 'payment-not-offered'],
})

/** The caller's payments of the last day, live: pending, paid, refused, and their outcome. */
export const mine = watch({
  name: 'payments.mine',
  access: bookers,
  input: z.strictObject({}),
  kinds: ['payment'],
})

/**
 * The caller's lines of the ledger, the newest first, with the balance. The search takes the number of a reservation or part of a
 * description. GET /users/getAccountBalanceForCurrentUser returns the balance.
 */
export const transactions = listOf('payments.transactions', {
  access: bookers,
  row: transactionView,
  sorts: ['at', 'amount'],
  order: '-at',
  more: { balanceCents: cents },
})
