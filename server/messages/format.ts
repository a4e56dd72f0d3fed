import type { Language } from '../../contract/session.ts'

/** English as it is written in Europe: 24 hours, the day before the month. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', it: 'it-IT' }

const formats = new Map<string, Intl.DateTimeFormat>()

function dates(language: Language, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${Object.keys(options).join()}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locales[language], { timeZone, ...options })))
  return format
}

const minute = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** '21/11/2026, 14:05' at the site. */
export function formatMoment(at: Date, language: Language, timeZone: string): string {
  return dates(language, timeZone, minute).format(at)
}

/** The same with the name of the time zone, and the day once where it begins and ends on one: 'Sat 21/11/2026, 13:00–15:00 CET'. */
export function formatSpan(start: Date, end: Date, language: Language, timeZone: string): string {
  return dates(language, timeZone, { weekday: 'short', ...minute, timeZoneName: 'short' }).formatRange(start, end)
}

const euros = new Map<Language, Intl.NumberFormat>()

/** Cents as euros: '12,50 €'. */
export function formatEuros(cents: number, language: Language): string {
  let format = euros.get(language)
  if (!format) {
    format = new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' })
    euros.set(language, format)
  }
  return format.format(cents / 100)
}
