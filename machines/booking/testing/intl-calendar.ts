/**
 * Calendar of a zone built only on Intl.DateTimeFormat and the lengths of months: slow, and independent of the calendar
 * under test. A wall time is written as the milliseconds that it would have in UTC.
 */
const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** Returns the wall time of an instant. */
export function wallAt(instant: number, timeZone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1_000) + 1_000) % 1_000)
}

/** Returns the instant of a wall time: the first of two; if skipped, as if the clock had not changed. */
export function instantAt(wall: number, timeZone: string): number {
  const offset = (about: number) => wallAt(about, timeZone) - about
  const before = wall - offset(wall - dayMs)
  const shown = [before, wall - offset(wall + dayMs)].filter((instant) => wallAt(instant, timeZone) === wall)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** Adds months and days to the date of a wall time; a day that the month lacks becomes its last. */
export function addToWall(wall: number, months: number, days: number): number {
  const date = new Date(wall)
  const count = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  const year = Math.floor(count / 12)
  const month = count - year * 12
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]!
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) + (wall % dayMs) + days * dayMs
}
