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

/** The same as somebody may have typed it: nothing is checked yet. */
export type ListAddress<D extends ListDef> = { [K in keyof ListSearch<D>]?: unknown }

/**
 * Passes an address on, for the `validateSearch` of a list's route; the page reads it by `useListSearch`. Only the type of the
 * list is named, so its contract is loaded with the page and not with the first one:
 * `validateSearch: listAddress<typeof list>` with `import type { list }`.
 */
export const listAddress = <D extends ListDef>(raw: Record<string, unknown>): ListAddress<D> => raw as ListAddress<D>

/** Each list's schema is made once: compiling it is slow. */
const schemas = new WeakMap<ListDef, z.ZodObject>()

function schemaOf(def: ListDef): z.ZodObject {
  const known = schemas.get(def)
  if (known) return known
  const part = (schema: z.ZodType) => schema.optional().catch(undefined)
  const filters = Object.fromEntries(
    Object.entries(def.filters).map(([name, schema]) => [name, part(schema as z.ZodType)]),
  )
  const made = z.object({
    ...filters,
    search: part(z.string().max(255)),
    sort: part(def.input.shape.sort.unwrap()),
    page: part(z.coerce.number().int().min(1).max(maxCount)),
  })
  schemas.set(def, made)
  return made
}

/** Returns what an address says about a list; invalid parts are dropped. */
export function readAddress<D extends ListDef>(def: D, address: ListAddress<D>): ListSearch<D> {
  return schemaOf(def).parse(address) as ListSearch<D>
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
