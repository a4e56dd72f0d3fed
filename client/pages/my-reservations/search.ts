import * as z from 'zod'

const page = z.coerce.number().int().min(1).optional().catch(undefined)
const q = z.string().max(100).optional().catch(undefined)

export const spans = ['all', 'active', 'future'] as const
export type LotSpan = (typeof spans)[number]

/** Filters of the list of reserved lots in the address. */
export const lotsSearch = z.object({ q, page, when: z.enum(spans).optional().catch(undefined) })
