import { useMemo } from 'react'
import type * as z from 'zod'

/** The search of an address as somebody may have typed it: nothing is checked yet. */
type Unread<S extends z.ZodObject> = { [K in keyof z.output<S>]?: unknown }

/**
 * Passes the search of an address on, for the `validateSearch` of a route; the page reads it by `useAddress`. Only the type
 * of the schema is named, so what it needs is loaded with the page and not with the first one:
 * `validateSearch: pageAddress<typeof statisticsSearch>` with `import type { statisticsSearch }`.
 */
export const pageAddress = <S extends z.ZodObject>(raw: Record<string, unknown>): Unread<S> => raw as Unread<S>

/** What the address of a page says: `useAddress(statisticsSearch, route.useSearch())`. The schema drops invalid parts. */
export function useAddress<S extends z.ZodObject>(schema: S, search: Unread<S>): z.output<S> {
  return useMemo(() => schema.parse(search), [schema, search])
}
