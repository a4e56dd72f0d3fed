import * as z from 'zod'

/** What is looked for among the kinds of data, in the address. */
export const storageSearch = z.object({ query: z.string().max(100).optional().catch(undefined) })
export type StorageSearch = z.output<typeof storageSearch>

/** The page of deletions of a kind. */
export const kindSearch = z.object({
  page: z.coerce.number().int().positive().max(1_000).optional().catch(undefined),
})
export type KindSearch = z.output<typeof kindSearch>
