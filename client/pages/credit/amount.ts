/** An amount of euros as people type it ('20', '12,50', '12.5') in cents; null when it is none. */
export function centsOf(typed: string): number | null {
  const found = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  if (found === null) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
