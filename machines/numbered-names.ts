/** One range of whole numbers in braces, such as {1..24} or {01..24}. */
const range = /\{(\d{1,6})\.\.(\d{1,6})\}/g

/**
 * Returns the names of a pattern: `Box {1..3}` gives Box 1, Box 2, Box 3; a leading zero, as in {01..24}, gives all numbers as
 * many digits. Null if there is not exactly one ascending range, or if it has more than `max` numbers.
 */
export function numberedNames(pattern: string, max: number): string[] | null {
  const [found, ...more] = [...pattern.matchAll(range)]
  if (found === undefined || more.length > 0) return null
  const [whole, from = '', to = ''] = found
  const count = Number(to) - Number(from) + 1
  if (count < 1 || count > max) return null
  const digits = from.length > 1 && from.startsWith('0') ? from.length : 0
  return Array.from({ length: count }, (_, at) =>
    pattern.replace(whole, String(Number(from) + at).padStart(digits, '0')),
  )
}
