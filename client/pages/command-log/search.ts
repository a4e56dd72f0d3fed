import * as z from 'zod'
import { allowedBy } from '../../../machines/control.ts'

/** What became of an order, in the groups that the ledger filters by. */
export const outcomes = ['open', 'confirmed', 'failed', 'unknown', 'refused'] as const

const id = z.coerce.number().int().positive().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** The filters of the ledger in the address; what is left out is not filtered by. Days are the reader's. */
export const ledgerSearch = z.object({
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
export type LedgerSearch = z.output<typeof ledgerSearch>

/** One order: support reads it by its code. */
export const orderSearch = z.object({ code: z.string().max(32).optional().catch(undefined) })
