import { i18n } from '../../i18n/i18n.ts'

/** Returns a day as 'Mon, 30 Nov' in the language on screen. */
export function dayText(day: string): string {
  const format = { weekday: 'short', day: '2-digit', month: 'short', timeZone: 'UTC' } as const
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  return new Intl.DateTimeFormat(locale, format).format(new Date(`${day}T00:00:00Z`))
}
