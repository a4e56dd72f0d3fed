import * as z from 'zod'

export const statusGroups = ['all', 'attention', 'free', 'occupied', 'blocked', 'maintenance'] as const
export type StatusGroup = (typeof statusGroups)[number]
export const sortings = ['name', 'urgency', 'silence'] as const
export type Sorting = (typeof sortings)[number]
/** The grouping of the list. */
export const groupings = ['site', 'path', 'type', 'state', 'gateway'] as const
export type Grouping = (typeof groupings)[number]

/** The filters of the smart remote in the address, so that a link, a reload and the back button show the same list. */
export const remoteSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
  site: z.coerce.number().int().positive().optional().catch(undefined),
  status: z.enum(statusGroups).optional().catch(undefined),
  sort: z.enum(sortings).optional().catch(undefined),
  by: z.enum(groupings).optional().catch(undefined),
  /** The plan of the chosen site is above the list. */
  plan: z.boolean().optional().catch(undefined),
})
export type RemoteSearch = z.output<typeof remoteSearch>
