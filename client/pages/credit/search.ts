import * as z from 'zod'
import { transactions } from '../../../contract/payments.ts'
import { listSearch } from '../../lists/address.ts'

/** The account's lines; `payment` = the one that the person comes back from. */
export const creditSearch = listSearch(transactions).extend({
  payment: z.string().max(64).optional().catch(undefined),
})
