import * as z from 'zod'
import { type ListDef, maxCount, type SortKey } from '../../contract/list.ts'

type SortOf<D extends ListDef> = D['sorts'][number]
export type RowOf<D extends ListDef> = z.output<D['row']>
export type FiltersOf<D extends ListDef> = z.output<z.ZodObject<D['filters']>>
/** A list in the address of its page: filters, search, sort and page. Missing parts have their defaults. */
export type ListSearch<D extends ListDef> = {
  search?: string | undefined
  sort?: SortKey<SortOf<D>> | undefined
  page?: number | undefined
} & { [K in keyof FiltersOf<D>]?: FiltersOf<D>[K] | undefined }
/** Changes of the address; undefined removes a part. */
export type SearchChange<D extends ListDef> = (change: Partial<ListSearch<D>>) => void

/**
 * The address of a list's page, for the `validateSearch` of its route: invalid parts are dropped. A page with more in its address
 * adds it: `listSearch(list).extend({ … })`.
 */
export function listSearch<D extends ListDef>(def: D) {
  const { shape } = def.input
  const part = (schema: z.ZodType) => schema.optional().catch(undefined)
  const filters = Object.fromEntries(
    Object.entries(def.filters).map(([name, schema]) => [name, part(schema as z.ZodType)]),
  )
  const parts = {
    search: part(z.string().max(255)),
    sort: part(shape.sort.unwrap()),
    page: part(z.coerce.number().int().min(1).max(maxCount)),
  }
  return z.object({ ...filters, ...parts }) as unknown as z.ZodObject<{
    [K in keyof ListSearch<D>]-?: z.ZodCatch<z.ZodOptional<z.ZodType<NonNullable<ListSearch<D>[K]>>>>
  }>
}

/** Returns the query input for an address. */
export function inputAt<D extends ListDef>(def: D, search: ListSearch<D>, pageSize: number): z.input<D['input']> {
  const given = search as Record<string, unknown>
  const filters = Object.fromEntries(
    Object.keys(def.filters).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
  return {
    ...(search.search ? { search: search.search } : {}),
    ...(search.sort ? { sort: search.sort } : {}),
    page: search.page ?? 1,
    pageSize,
    filters,
  } as z.input<D['input']>
}

/** Whether search or filters narrow the list. */
export function isNarrowed<D extends ListDef>(def: D, search: ListSearch<D>): boolean {
  const given = search as Record<string, unknown>
  return Boolean(search.search) || Object.keys(def.filters).some((name) => given[name] !== undefined)
}

/** Returns the change that shows all rows again. */
export function withoutFilters<D extends ListDef>(def: D): Partial<ListSearch<D>> {
  const names = ['search', 'page', ...Object.keys(def.filters)]
  return Object.fromEntries(names.map((name) => [name, undefined])) as Partial<ListSearch<D>>
}

/** Returns the sort after a click on a column head: ascending, then descending. */
export function nextSort<D extends ListDef>(def: D, now: SortKey<SortOf<D>> | undefined, column: SortOf<D>) {
  const next = (now ?? def.order) === column ? (`-${column}` as const) : column
  return next === def.order ? undefined : next
}
