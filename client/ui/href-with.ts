/** Returns an address with search parameters, as the router parses it; leaves out undefined and 0. */
export function hrefWith(path: string, search: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== 0) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
