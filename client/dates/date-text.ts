/**
 * Days and times of day as people type them. A value is what the clock of a place shows: 'YYYY-MM-DD', with a time 'YYYY-MM-DDTHH:mm'. All four languages
 * write the day before the month and the month before the year.
 */
import { formatDate } from '../i18n/format.ts'

/** Returns a value in the language of the page: '21.11.2026', '21.11.2026 14:05'. */
export function dateText(value: string): string {
  const [day = '', time] = value.split('T')
  const text = formatDate(`${day}T00:00:00Z`, 'UTC')
  return time === undefined ? text : `${text} ${time}`
}

const time = '(?:[\\sT,]+(\\d{1,2})\\s*[:.h]?\\s*(\\d{2}))?'
const dayFirst = new RegExp(`^(\\d{1,2})[\\s./-]+(\\d{1,2})[\\s./-]+(\\d{4}|\\d{2})${time}$`)
const onlyDigits = new RegExp(`^(\\d{2})(\\d{2})(\\d{4})${time}$`)
const yearFirst = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}$`)

interface Typed {
  readonly day: string
  /** Null = not typed. */
  readonly time: string | null
  /** The year was typed with two digits: perhaps two more come. */
  readonly shortYear: boolean
}

/** Returns the day and time that a text means, null for none: days and times that do not exist are none. */
export function readDateText(text: string): Typed | null {
  const trimmed = text.trim()
  const first = dayFirst.exec(trimmed) ?? onlyDigits.exec(trimmed)
  const iso = first ? null : yearFirst.exec(trimmed)
  const [, a = '', b = '', c = '', hour, minute] = first ?? iso ?? []
  const [dayOfMonth, month, year] = first ? [a, b, c] : [c, b, a]
  if (year === '') return null
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null
  if (hour === undefined || minute === undefined) return { day, time: null, shortYear: year.length === 2 }
  if (Number(hour) > 23 || Number(minute) > 59) return null
  return { day, time: `${hour.padStart(2, '0')}:${minute}`, shortYear: year.length === 2 }
}

/**
 * Returns the value that a text means, null for none. While somebody still types, only what is complete counts; afterwards a day without a time keeps the
 * time of `before`, and '26' means 2026.
 */
export function valueOfText(
  text: string,
  { withTime, typing, before }: { withTime: boolean; typing: boolean; before: string | null },
): string | null {
  const read = readDateText(text)
  if (read === null || (typing && read.shortYear && read.time === null)) return null
  if (!withTime) return read.time === null ? read.day : null
  const clock = read.time ?? (typing ? undefined : before?.split('T')[1])
  return clock === undefined ? null : `${read.day}T${clock}`
}
