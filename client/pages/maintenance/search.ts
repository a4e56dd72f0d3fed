import * as z from 'zod'
import { affectedOutcomes, maintenanceScopes } from '../../../contract/maintenance.ts'

const id = z.coerce.number().int().positive().optional().catch(undefined)

/** The status of a period by the clock. */
export const standings = ['active', 'planned', 'over'] as const
export type PeriodStatus = (typeof standings)[number]

/** The filters of the list in the address. */
export const maintenanceSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
  show: z.enum(standings).optional().catch(undefined),
  site: id,
})
export type MaintenanceSearch = z.output<typeof maintenanceSearch>

/** The subject of a new period, so that other screens can link here: `target` is the id of a device, site or zone. */
export const addSearch = z.object({
  scope: z.enum(maintenanceScopes).optional().catch(undefined),
  target: id,
  /** The site of a device that is still to be chosen. */
  site: id,
})
export type AddSearch = z.output<typeof addSearch>

export const periodSearch = z.object({
  outcome: z.enum(affectedOutcomes).optional().catch(undefined),
  page: id,
})
export type PeriodSearch = z.output<typeof periodSearch>
