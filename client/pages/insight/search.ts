import * as z from 'zod'
import { malfunctionKinds } from '../../../contract/devices.ts'
import { pastMalfunctions } from '../../../contract/insight.ts'

export const groupings = ['none', 'zone', 'site', 'type', 'device', 'gateway'] as const
export type Grouping = (typeof groupings)[number]
export const seenFilters = ['all', 'no', 'yes'] as const
export const severities = ['error', 'warning'] as const

const id = z.coerce.number().int().positive().optional().catch(undefined)
const instant = z.iso.datetime().optional().catch(undefined)
/** The malfunction dashboard in the address: its filters, whether what is over is shown, and the one whose details are open. */
export const malfunctionSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
  kind: z.enum(malfunctionKinds).optional().catch(undefined),
  severity: z.enum(severities).optional().catch(undefined),
  zone: id,
  site: id,
  device: id,
  seen: z.enum(seenFilters).optional().catch(undefined),
  by: z.enum(groupings).optional().catch(undefined),
  incident: id,
  show: z.literal('past').optional().catch(undefined),
  /** Of what is over: the span, the search, the order, the page. */
  from: instant,
  until: instant,
  search: z.string().max(255).optional().catch(undefined),
  sort: pastMalfunctions.input.shape.sort.unwrap().optional().catch(undefined),
  page: id,
})
export type MalfunctionSearch = z.output<typeof malfunctionSearch>
export type SearchChange = (change: { [K in keyof MalfunctionSearch]?: MalfunctionSearch[K] | undefined }) => void
