import { Temporal } from 'temporal-polyfill'
import { dayMs, instantOf, wallOf } from './zone.ts'

/** Calendar of a site: instants (Date) in its IANA zone. An unknown zone or an invalid date throws a RangeError. */
export const units = ['hours', 'days', 'weeks', 'months', 'years'] as const
export type Unit = (typeof units)[number]
export interface Span {
  readonly start: Date
  readonly end: Date
}

export const minuteMs = 60_000
const dayMinutes = 1_440

const dayNumber = (instant: number, timeZone: string) => Math.floor(wallOf(instant, timeZone) / dayMs)

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
}

/** Returns the day of an instant in the zone, 'YYYY-MM-DD'. */
export function localDate(instant: Date, timeZone: string): string {
  return new Date(wallOf(instant.getTime(), timeZone)).toISOString().slice(0, 10)
}

/** Returns the first instant of the day of `instant`; 01:00 if the clocks skip midnight. */
export function startOfDay(instant: Date, timeZone: string): Date {
  return new Date(zoned(instant, timeZone).startOfDay().epochMilliseconds)
}

/** Returns `time` ('HH:MM', up to '24:00') on `date` ('YYYY-MM-DD'), moved by whole `days`. */
export function timeOnDay(date: string, time: string, timeZone: string, days = 0): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(instantOf(Date.parse(date) + days * dayMs + (hours * 60 + minutes) * minuteMs, timeZone))
}

/** Returns a time of day as 'HH:MM'; seconds round up to the next minute, up to '24:00': 22:59:59 means 23:00. */
export function fullMinute(time: string): string {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const whole = hours * 60 + minutes + (seconds > 0 ? 1 : 0)
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function addDays(instant: Date, days: number, timeZone: string): Date {
  if (days === 0) return instant
  return new Date(instantOf(wallOf(instant.getTime(), timeZone) + days * dayMs, timeZone))
}

/**
 * Moves an instant. Hours are elapsed time; longer units keep the time of day, and a day that a month lacks becomes its
 * last day.
 */
export function addInZone(instant: Date, amount: number, unit: Unit, timeZone: string): Date {
  switch (unit) {
    case 'hours':
      return new Date(instant.getTime() + amount * 60 * minuteMs)
    case 'days':
      return addDays(instant, amount, timeZone)
    case 'weeks':
      return addDays(instant, 7 * amount, timeZone)
    case 'months':
    case 'years':
      return new Date(zoned(instant, timeZone).add({ [unit]: amount }).epochMilliseconds)
  }
}

/** Returns the span of `amount` units from `start`, as the time picker offers it. */
export function spanFrom(start: Date, amount: number, unit: Unit, timeZone: string): Span {
  return { start, end: addInZone(start, amount, unit, timeZone) }
}

/** Returns whether both ends are on one day. The end is exclusive, so midnight belongs to the day that it ends. */
export function onSameDay({ start, end }: Span, timeZone: string): boolean {
  return dayNumber(start.getTime(), timeZone) === dayNumber(end.getTime() - 1, timeZone)
}

/** Elapsed minutes, rounded up. */
export function minutesBetween(start: Date, end: Date): number {
  return Math.ceil((end.getTime() - start.getTime()) / minuteMs)
}

/** Whole days from the date of `start` to the date of `end`, regardless of their length. */
export function datesBetween(start: Date, end: Date, timeZone: string): number {
  return dayNumber(end.getTime(), timeZone) - dayNumber(start.getTime(), timeZone)
}

/** Returns whether a limit in minutes means calendar days. */
export function isWholeDays(minutes: number): boolean {
  return minutes > 0 && minutes % dayMinutes === 0
}

/**
 * Returns the instant `minutes` after `start`; whole days are calendar days in the zone, anything else is elapsed time
 * (rule B-2).
 */
export function after(start: Date, minutes: number, timeZone: string): Date {
  return isWholeDays(minutes)
    ? addDays(start, minutes / dayMinutes, timeZone)
    : new Date(start.getTime() + minutes * minuteMs)
}

/** Returns the instant `minutes` before `end`, as `after` counts them. */
export function before(end: Date, minutes: number, timeZone: string): Date {
  return isWholeDays(minutes)
    ? addDays(end, -minutes / dayMinutes, timeZone)
    : new Date(end.getTime() - minutes * minuteMs)
}

/**
 * Returns the instant `count` periods of `minutes` after `start`. Twenty-four periods of an hour are elapsed time, not
 * a calendar day.
 */
export function afterLengths(start: Date, count: number, minutes: number, timeZone: string): Date {
  return isWholeDays(minutes)
    ? addDays(start, (count * minutes) / dayMinutes, timeZone)
    : new Date(start.getTime() + count * minutes * minuteMs)
}

/** Returns how many whole periods of `minutes` (as in `after`) fit between `start` and `end`. */
export function wholeLengths({ start, end }: Span, minutes: number, timeZone: string): number {
  if (end.getTime() <= start.getTime()) return 0
  if (!isWholeDays(minutes)) return Math.floor((end.getTime() - start.getTime()) / (minutes * minuteMs))
  const most = Math.floor((datesBetween(start, end, timeZone) * dayMinutes) / minutes)
  return most > 0 && after(start, most * minutes, timeZone).getTime() > end.getTime() ? most - 1 : most
}
