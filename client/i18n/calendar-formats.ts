import { i18n } from './i18n.ts'

type Options = Intl.DateTimeFormatOptions

/** Names of days, months and years for a calendar, in the language of the page. Dates are 'YYYY-MM-DD'. */
export function calendarFormats() {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const by = (options: Options) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (date: string) => format.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
  }
  return {
    weekdayFormat: by({ weekday: 'short' }),
    getDayAriaLabel: by({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    monthLabelFormat: by({ month: 'long', year: 'numeric' }),
    monthsListFormat: by({ month: 'short' }),
    yearLabelFormat: by({ year: 'numeric' }),
  }
}
