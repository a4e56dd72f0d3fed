/**
 * Returns whether an e-mail address is on an access time's whitelist: entries separated by commas, each a complete
 * address or an ending after a leading `*` (rule B-18). Case, blanks around entries and empty entries are ignored. A
 * `*` elsewhere is literal.
 */
export function matchesWhitelist(email: string, whitelist: string | null): boolean {
  const address = email.trim().toLowerCase()
  if (address === '' || whitelist === null) return false
  return whitelist
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .some((entry) => (entry.startsWith('*') ? address.endsWith(entry.slice(1)) : address === entry))
}

/**
 * Returns the first entry of an e-mail whitelist that is neither an address nor an ending after a leading `*`; null if
 * all are valid. An empty list is valid, an empty entry is not.
 */
export function wrongWhitelistEntry(whitelist: string): string | null {
  if (whitelist.trim() === '') return null
  const entries = whitelist.split(',').map((entry) => entry.trim())
  return entries.find((entry) => !/^\*[^\s*]+$|^[^\s*@]+@[^\s*@]+\.[^\s*@.]+$/.test(entry)) ?? null
}
