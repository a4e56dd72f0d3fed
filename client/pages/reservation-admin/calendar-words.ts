import type * as z from 'zod'
import type { calendar } from '../../../contract/reservations.ts'
import { formatDateTime, formatTime } from '../../i18n/format.ts'
import { i18n, t } from '../../i18n/i18n.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Day } from './calendar-layout.ts'
import type { CalendarView } from './search.ts'

export type Entry = z.output<(typeof calendar)['reply']>['entries'][number]

export const kindIcons: Readonly<Record<Entry['kind'], IconName>> = {
  reservation: 'check',
  hold: 'wait',
  maintenance: 'maintenance',
}

/** What every grid of the calendar is given. `day` is the chosen one. */
export interface GridProps {
  readonly days: readonly Day[]
  readonly zone: string
  readonly day: string
  readonly entries: readonly Entry[]
  readonly onDay: (day: string) => void
  /** Shows a day by itself. */
  readonly onOpen: (day: string) => void
}

/** A date ('YYYY-MM-DD') in the language on screen; it is of no zone. */
export function sayDate(date: string, options: Intl.DateTimeFormatOptions): string {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
}

export const longDate: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }

/** Name of what is shown: a day, a span of days, a month. */
export function spanName(view: CalendarView, days: readonly Day[], day: string, zone: string): string {
  void zone
  if (view === 'day') return sayDate(day, longDate)
  if (view === 'month') return sayDate(day, { month: 'long', year: 'numeric' })
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const at = (date: string | undefined) => new Date(`${date ?? day}T12:00:00Z`)
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(at(days[0]?.date), at(days.at(-1)?.date))
}

/** Number and title of an entry. */
export function titleOf({ number, title }: Entry): string {
  return number === null ? title : title === '' ? String(number) : `${number} · ${title}`
}

/** An entry in one sentence, with its whole span. */
export function entryName(entry: Entry, zone: string): string {
  return t('bookings.kind.label', {
    kind: t(`bookings.kind.${entry.kind}`),
    from: formatDateTime(entry.start, zone),
    until: entry.end === null ? t('bookings.calendar.openEnd') : formatDateTime(entry.end, zone),
    title: titleOf(entry),
  })
}

/** '10:00–11:30' within a day; an end on another day as its date. */
export function timesOf(entry: Entry, day: Day, zone: string): string {
  const plain = (at: string) => formatTime(at, zone).replace(/\s.*$/, '')
  const before = Date.parse(entry.start) < day.start
  const after = entry.end === null || Date.parse(entry.end) > day.end
  return `${before ? '…' : plain(entry.start)}–${after || entry.end === null ? '…' : plain(entry.end)}`
}
