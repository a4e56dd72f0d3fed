const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a text holds every word that somebody typed, in whatever order; accents and case make no difference. */
export function matches(text: string, typed: string): boolean {
  const where = folded(text)
  return folded(typed)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
