import { i18n } from './i18n.ts'

/** Dates, numbers and money in the current language. Formatters are cached: creating one costs more than using it a thousand times. */
const kept = new Map<string, unknown>()

function keep<F>(kind: string, options: object, make: (locale: string) => F): F {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const id = `${kind} ${locale} ${JSON.stringify(options)}`
  let formatter = kept.get(id) as F | undefined
  if (formatter === undefined) {
    formatter = make(locale)
    kept.set(id, formatter)
  }
  return formatter
}

const dates = (options: Intl.DateTimeFormatOptions) =>
  keep('date', options, (locale) => new Intl.DateTimeFormat(locale, options))
const numbers = (options: Intl.NumberFormatOptions) =>
  keep('number', options, (locale) => new Intl.NumberFormat(locale, options))

type Moment = string | number | Date
const moment = (value: Moment) => (value instanceof Date ? value : new Date(value))

const wallClock = (at: Date, timeZone: string | undefined) =>
  keep(
    'wall',
    { timeZone },
    () => new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ).format(at)

/** Returns true if clocks at the site differ from the reader's at that moment. */
export function zoneDiffers(at: Date, zone: string | undefined, readerZone?: string): boolean {
  return zone !== undefined && wallClock(at, zone) !== wallClock(at, readerZone)
}

/** The steps by which clocks go back anywhere, ms. */
const clockChanges = [3_600_000, 1_800_000]

/** True in the hour that occurs twice because clocks go back. By Intl: the first page loads without a calendar. */
function occursTwice(at: Date, zone: string | undefined): boolean {
  const wall = wallClock(at, zone)
  return clockChanges.some((by) => [-by, by].some((ms) => wallClock(new Date(at.getTime() + ms), zone) === wall))
}

const zoned = (at: Date, zone: string | undefined): Intl.DateTimeFormatOptions => ({
  ...(zone === undefined ? {} : { timeZone: zone }),
  ...(zoneDiffers(at, zone) || occursTwice(at, zone) ? { timeZoneName: 'short' } : {}),
})

/** '21.11.2026'. `zone` = the site's IANA zone. */
export function formatDate(value: Moment, zone?: string): string {
  return dates({
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(moment(value))
}

/** '14:05', `seconds` adds them, with the zone's name when the site's clock differs from the reader's, and in the hour that occurs twice. */
export function formatTime(value: Moment, zone?: string, options: { seconds?: boolean } = {}): string {
  const at = moment(value)
  const seconds: Intl.DateTimeFormatOptions = options.seconds ? { second: '2-digit' } : {}
  return dates({ hour: '2-digit', minute: '2-digit', ...seconds, ...zoned(at, zone) }).format(at)
}

/** '21.11.2026, 14:05', `seconds` adds them; with the zone's name as in `formatTime`. */
export function formatDateTime(value: Moment, zone?: string, options: { seconds?: boolean } = {}): string {
  const at = moment(value)
  const seconds: Intl.DateTimeFormatOptions = options.seconds ? { second: '2-digit' } : {}
  return dates({
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...seconds,
    ...zoned(at, zone),
  }).format(at)
}

/** A span as people write it, the day once if it begins and ends on the same: 'Sa., 21.11.2026, 13:00–15:00 Uhr'. `zone` = the site's. */
export function formatSpan(start: Moment, end: Moment, zone?: string): string {
  const [from, until] = [moment(start), moment(end)]
  const format = dates({
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...zoned(from, zone),
    ...zoned(until, zone),
  })
  const zoneName = (at: Date) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  // A range would name the zone of its end for both.
  return zoneName(from) === zoneName(until)
    ? format.formatRange(from, until)
    : `${format.format(from)} – ${format.format(until)}`
}

/** '1.234,5' with at most `digits` (default 1) and at least `least` (default 0) decimals. */
export function formatNumber(value: number, digits = 1, least = 0): string {
  return numbers({ maximumFractionDigits: digits, minimumFractionDigits: least }).format(value)
}

/** A measured value with its unit: '21,5 °C'. */
export function formatUnit(value: number, unit: string, digits = 1): string {
  return `${formatNumber(value, digits)}\u00a0${unit}`
}

/** Integer cents as euros with 2 decimals: '12,50 €'. */
export function formatEuros(cents: number): string {
  return numbers({ style: 'currency', currency: 'EUR' }).format(cents / 100)
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 60, 1],
  ['minute', 3_600, 60],
  ['hour', 86_400, 3_600],
  ['day', 14 * 86_400, 86_400],
]

/**
 * 'vor 3 Min.' for moments up to 14 days away (past or future), the date beyond. Seconds count in fives so that a list is calm; null within
 * five seconds: the caller says 'just now'. Times in ms.
 */
export function formatAge(at: number, now: number): string | null {
  const seconds = Math.trunc((at - now) / 1_000)
  const distance = Math.abs(seconds)
  if (distance < 5) return null
  for (const [unit, below, size] of steps) {
    if (distance >= below) continue
    const count = unit === 'second' ? Math.trunc(seconds / 5) * 5 : Math.trunc(seconds / size)
    return keep(
      'age',
      {},
      (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }),
    ).format(count, unit)
  }
  return formatDate(at)
}

/** '1:05' minutes and seconds of a countdown; never below zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** A list of names: 'Nord, Süd und West'. */
export function formatList(names: readonly string[]): string {
  return keep('list', {}, (locale) => new Intl.ListFormat(locale, { type: 'conjunction' })).format(names)
}
