import * as z from 'zod'

/** Which site is shown and how, in the address: `edit` = the plan is in work, `show` = what a narrow window shows. */
export const planSearch = z.object({
  site: z.coerce.number().int().positive().optional().catch(undefined),
  edit: z.boolean().optional().catch(undefined),
  show: z.literal('table').optional().catch(undefined),
})
export type PlanSearch = z.output<typeof planSearch>
