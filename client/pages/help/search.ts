import * as z from 'zod'

/** What is searched for, in the address. */
export const helpSearch = z.object({ q: z.string().max(255).optional().catch(undefined) })
export type HelpSearch = z.output<typeof helpSearch>
