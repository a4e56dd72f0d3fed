import type { Language } from '../../contract/session.ts'
import { occursTwice } from '../../machines/booking/zone.ts'

/** European English: 24-hour clock, day before month. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', it: 'it-IT' }

const formats = new Map<string, Intl.DateTimeFormat>()

function dates(language: Language, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${Object.keys(options).join()}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locales[language], { timeZone, ...options })))
  return format
}

const minute = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** '21/11/2026, 14:05' in the time zone of the site, whose name stands beside an hour that occurs twice. */
export function formatMoment(at: Date, language: Language, timeZone: string): string {
  const named = occursTwice(at.getTime(), timeZone) ? ({ timeZoneName: 'short' } as const) : {}
  return dates(language, timeZone, { ...minute, ...named }).format(at)
}

/** The same with the time zone's name, and the day once if it begins and ends on the same one: 'Sat, 21/11/2026, 13:00–15:00 CET'. */
export function formatSpan(start: Date, end: Date, language: Language, timeZone: string): string {
  const format = dates(language, timeZone, { weekday: 'short', ...minute, timeZoneName: 'short' })
  const zoneName = (at: Date) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  // A range would name the zone of its end for both.
  return zoneName(start) === zoneName(end)
    ? format.formatRange(start, end)
    : `${format.format(start)} – ${format.format(end)}`
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
