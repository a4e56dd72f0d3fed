import * as z from 'zod'
import type { Access } from './features.ts'
import { type QueryDef, query } from './kit.ts'

/**
 * Maximum number of rows counted and paged through. A list with more rows says "more than"; its CSV file contains them
 * all.
 */
export const maxCount = 10_000
export const maxPageSize = 100
export const defaultPageSize = 15

/** A column to sort by; a leading minus sorts descending. */
export type SortKey<S extends string = string> = S | `-${S}`

/** Input of a list. Everything is optional: by default the first page of all rows, in the default order. */
const inputOf = <S extends string, F extends z.ZodRawShape>(sorts: readonly S[], order: SortKey<S>, filters: F) =>
  z.strictObject({
    search: z.string().trim().max(255).default(''),
    sort: z.enum(sorts.flatMap((sort): SortKey<S>[] => [sort, `-${sort}`])).default(order as never),
    page: z.number().int().min(1).max(maxCount).default(1),
    pageSize: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    filters: z.strictObject(filters).prefault({} as never),
  })

const replyOf = <R extends z.ZodType, M extends z.ZodRawShape>(row: R, more: M) =>
  z.object({
    rows: z.array(row),
    /** Number of rows found, at most `maxCount`. */
    recordCount: z.number().int(),
    /** False = there are more than `recordCount`. */
    countIsExact: z.boolean(),
    ...more,
  })

export interface ListDef<
  N extends string = string,
  R extends z.ZodType = z.ZodType,
  S extends string = string,
  F extends z.ZodRawShape = z.ZodRawShape,
  M extends z.ZodRawShape = z.ZodRawShape,
> extends QueryDef<N, ReturnType<typeof inputOf<S, F>>, ReturnType<typeof replyOf<R, M>>, never> {
  readonly row: R
  readonly sorts: readonly S[]
  /** Default order of the rows. */
  readonly order: SortKey<S>
  readonly filters: F
}

interface Options<R, S extends string, F, M> {
  readonly access: Access
  readonly row: R
  /** Columns by which the list can be sorted. */
  readonly sorts: readonly S[]
  /** Default order; without it the first of `sorts`, ascending. */
  readonly order?: SortKey<NoInfer<S>>
  /** Filters, all of them optional. */
  readonly filters?: F
  /** Further members of the reply. */
  readonly more?: M
}

/**
 * Defines a list: a query with search, sort, page and filters, answered by `answerList` (server/lists) and shown by `ListPage`
 * (client/lists). The same input gives the same rows as a CSV file.
 *
 *     export const list = listOf('tariffs.list', {
 *       access: operatorFeatures,
 *       row: z.object({ id: z.number().int(), name: z.string(), stages: z.number().int() }),
 *       sorts: ['name', 'stages'],
 *       filters: { tenantId: z.number().int().positive().optional() },
 *     })
 */
export function listOf<
  const N extends string,
  R extends z.ZodType,
  const S extends string,
  F extends z.ZodRawShape = Record<never, never>,
  M extends z.ZodRawShape = Record<never, never>,
>(name: N, { access, row, sorts, order, filters, more }: Options<R, S, F, M>): ListDef<N, R, S, F, M> {
  const [first] = sorts
  if (first === undefined) throw new Error(`${name} needs a column to sort by`)
  const initial: SortKey<S> = order ?? first
  const narrowing = filters ?? ({} as F)
  const input = inputOf(sorts, initial, narrowing)
  const reply = replyOf(row, more ?? ({} as M))
  return { ...query({ name, access, input, reply }), row, sorts, order: initial, filters: narrowing }
}
