import type { useT } from '../i18n/i18n.ts'

/** Returns a value of a field in words: rows and texts by language as a list. */
export function valueInWords(value: unknown, t: ReturnType<typeof useT>): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (value === null || value === undefined || value === '') return '–'
  const words = (each: unknown) => (typeof each === 'boolean' ? String(each) : valueInWords(each, t))
  if (Array.isArray(value)) return value.map(words).join(' · ')
  if (typeof value === 'object') return Object.values(value).map(words).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
