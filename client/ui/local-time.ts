import { Temporal } from 'temporal-polyfill'
import { addInZone, localDate, minuteMs, timeOnDay } from '../../machines/booking/calendar.ts'

const maxYears = 10

/** The minute in which `now` (ms) lies. */
export const minuteOf = (now: number): Date => new Date(Math.floor(now / minuteMs) * minuteMs)

/** Day and time of an instant as fields write them: 'YYYY-MM-DD' and 'HH:MM' on the clock of the site. */
export function fieldsOf(at: Date, zone: string): { date: string; time: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The instant of a day and time at the site; null when they are not complete or further away than ten years. */
export function instantOf(date: string, time: string, zone: string, now: number): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null
  try {
    const at = timeOnDay(date, time, zone)
    const far = addInZone(new Date(now), maxYears, 'years', zone)
    // A 31 February is read as a day of March.
    return localDate(at, zone) !== date || at > far || at.getTime() < now - 366 * 1_440 * minuteMs ? null : at
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
