import * as z from 'zod'
import { transactions } from '../../../contract/payments.ts'
import { listSearch } from '../../lists/address.ts'

/** The ledger entries; `payment` = the one that the person returns from. */
export const creditSearch = listSearch(transactions).extend({
  payment: z.string().max(64).optional().catch(undefined),
})
