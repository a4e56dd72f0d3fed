import type { Language } from '../../contract/session.ts'

const decimalOf = (language: Language) => (language === 'en' ? '.' : ',')

/**
 * Returns typed units of `scale` as the stored number, null for nothing, the text itself if invalid. Point and
 * comma both separate decimals, but "1.500" is fifteen hundred where people write decimals with a comma.
 */
export function parseNumber(typed: string, scale: number, language: Language): number | string | null {
  const text = typed.replace(/\s/g, '').replace('−', '-')
  if (text === '') return null
  const decimal = decimalOf(language)
  const group = decimal === ',' ? '.' : ','
  const grouped = new RegExp(`^-?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(text)
  const plain = (grouped ? text.replaceAll(group, '') : text).replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return typed
  const scaled = Number(plain) * scale
  // 0.1 × 100 is not quite 10: digits beyond the scale are left for the schema to refuse.
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : scaled
}

/** Returns a stored number as people type it, with at least `digits` decimals. */
export function writeNumber(value: unknown, scale: number, language: Language, digits = 0): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  const options = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: 6 }
  return new Intl.NumberFormat(language, options).format(value / scale)
}
