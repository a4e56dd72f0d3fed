import * as z from 'zod'
import { malfunctionKinds } from '../../../contract/devices.ts'

export const groupings = ['none', 'zone', 'site', 'device', 'gateway'] as const
export type Grouping = (typeof groupings)[number]
export const seenFilters = ['all', 'no', 'yes'] as const
export const severities = ['error', 'warning'] as const

const id = z.coerce.number().int().positive().optional().catch(undefined)
/** The filters of the malfunction dashboard in the address. */
export const malfunctionSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
  kind: z.enum(malfunctionKinds).optional().catch(undefined),
  severity: z.enum(severities).optional().catch(undefined),
  zone: id,
  site: id,
  seen: z.enum(seenFilters).optional().catch(undefined),
  by: z.enum(groupings).optional().catch(undefined),
})
export type MalfunctionSearch = z.output<typeof malfunctionSearch>
