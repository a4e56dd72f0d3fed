import * as z from 'zod'

/** Which site, which span of the past, and the second in it: what a link to that second holds. */
export const timeMachineSearch = z.object({
  site: z.coerce.number().int().positive().optional().catch(undefined),
  /** A second of the past; without a span half an hour around it is shown. */
  at: z.iso.datetime().optional().catch(undefined),
  from: z.iso.datetime().optional().catch(undefined),
  until: z.iso.datetime().optional().catch(undefined),
  span: z.enum(['hour', 'day', 'week']).optional().catch(undefined),
  show: z.literal('table').optional().catch(undefined),
})
export type TimeMachineSearch = z.output<typeof timeMachineSearch>
