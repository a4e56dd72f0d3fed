import * as z from 'zod'
import { allowedBy } from '../../../machines/control.ts'

/** What became of a command, in the groups that the command log filters by. */
export const outcomes = ['open', 'confirmed', 'failed', 'unknown', 'refused'] as const

const id = z.coerce.number().int().positive().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** The filters of the command log in the address; what is left out is not filtered by. Days are the reader's. */
export const commandLogSearch = z.object({
  query: z.string().max(255).optional().catch(undefined),
  outcome: z.enum(outcomes).optional().catch(undefined),
  why: z.enum(allowedBy).optional().catch(undefined),
  site: id,
  device: id,
  reservation: id,
  run: z.uuid().optional().catch(undefined),
  from: day,
  until: day,
  page: id,
})
export type CommandLogSearch = z.output<typeof commandLogSearch>

/** One command: support reads it by its code. */
export const commandSearch = z.object({ code: z.string().max(32).optional().catch(undefined) })
