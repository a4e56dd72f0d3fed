import { useMemo } from 'react'
import type * as z from 'zod'

/** The search of an address as typed, not checked yet. */
type Unread<S extends z.ZodObject> = { [K in keyof z.output<S>]?: unknown }

/**
 * Passes the search of an address through, for the `validateSearch` of a route; the page reads it with `useAddress`.
 * Only the type of the schema is imported, so the schema is loaded with the page and not with the first one:
 * `validateSearch: pageAddress<typeof statisticsSearch>` with `import type { statisticsSearch }`.
 */
export const pageAddress = <S extends z.ZodObject>(raw: Record<string, unknown>): Unread<S> => raw as Unread<S>

/** The parsed search of a page: `useAddress(statisticsSearch, route.useSearch())`. The schema drops invalid parts. */
export function useAddress<S extends z.ZodObject>(schema: S, search: Unread<S>): z.output<S> {
  return useMemo(() => schema.parse(search), [schema, search])
}
