import * as z from 'zod'
import type { transactions } from '../../../contract/payments.ts'
import { listAddress } from '../../lists/address.ts'

const own = z.object({
  /** The payment that the person returns from. */
  payment: z.string().max(64).optional().catch(undefined),
})

/** The ledger entries, and the payment that the person returns from. */
export const creditSearch = (raw: Record<string, unknown>) => ({
  ...listAddress<typeof transactions>(raw),
  ...own.parse(raw),
})
