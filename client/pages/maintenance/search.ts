import * as z from 'zod'
import { affectedOutcomes, maintenanceScopes } from '../../../contract/maintenance.ts'

const id = z.coerce.number().int().positive().optional().catch(undefined)

/** The subject of a new period, so that other screens can link here: `target` is the id of a device, site or zone. */
export const addSearch = z.object({
  scope: z.enum(maintenanceScopes).optional().catch(undefined),
  target: id,
  /** The site of a device that is still to be chosen. */
  site: id,
  /** When it begins, such as at the end of a period that is extended. */
  begin: z.iso.datetime().optional().catch(undefined),
})
export type AddSearch = z.output<typeof addSearch>

export const periodSearch = z.object({
  outcome: z.enum(affectedOutcomes).optional().catch(undefined),
  page: id,
})
export type PeriodSearch = z.output<typeof periodSearch>
