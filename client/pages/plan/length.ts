/** A length that somebody typed, mm: '2,5' and '2.5 m' are metres, '250 cm' and '2500 mm' what they say; null when it is no length. */
export function parseLength(text: string): number | null {
  const found = /^(-?\d+(?:[.,]\d+)?)\s*(mm|cm|m)?$/i.exec(text.trim())
  if (found === null) return null
  const times = { mm: 1, cm: 10, m: 1_000 }[(found[2] ?? 'm').toLowerCase()] ?? 1_000
  return Math.round(Number((found[1] ?? '').replace(',', '.')) * times)
}

/** Whole degrees that somebody typed, from 0 to 359; null when it is no whole number. */
export function parseDegrees(text: string): number | null {
  const found = /^-?\d+(?=\s*°?$)/.exec(text.trim())
  return found === null ? null : ((Number(found[0]) % 360) + 360) % 360
}

/** Metres as they stand in a field: no thousands mark, so that what is shown can be typed. `mark` = the language's decimal mark. */
export function metresText(mm: number, mark: string): string {
  return String(mm / 1_000).replace('.', mark)
}
