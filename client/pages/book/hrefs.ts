import type { WishSearch } from './search.ts'

/** An address with a wish in it, as the router reads it. */
export function hrefOf(path: string, search: { [K in keyof WishSearch]?: WishSearch[K] | undefined }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== 0) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
