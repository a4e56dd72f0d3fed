import * as z from 'zod'

/** Which page of the account's lines; `payment` = the one that the person comes back from. */
export const creditSearch = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  payment: z.string().max(64).optional().catch(undefined),
})
