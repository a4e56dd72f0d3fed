import { Temporal } from 'temporal-polyfill'
import {
  addInZone,
  localDate,
  minuteMs,
  minutesBetween,
  type Span,
  spanFrom,
  timeOnDay,
  type Unit,
} from '../../../machines/booking/calendar.ts'
import { endsOnSlot, slotEndAfter, slotEndBefore } from '../../../machines/booking/slots.ts'
import { minuteOf } from '../../ui/minute.ts'
import type { RequestChange, RequestSearch } from './search.ts'

/** The requested span: `now` = it begins when the booking is made. */
export interface RequestedSpan extends Span {
  readonly now: boolean
}

/** Ends fall on full quarters of an hour, whatever minute it is now: most access times want no finer ones. */
const quarters = { slotMinutes: 15, fullDay: true, dailyFrom: null }

/** The end of a length from `start`, on a quarter of an hour: hours are never shorter than chosen, days never longer. */
function endOfLength(start: Date, amount: number, unit: Unit, zone: string): Date {
  const { end } = spanFrom(start, amount, unit, zone)
  if (endsOnSlot(end, quarters, zone)) return end
  return unit === 'hours' ? slotEndAfter(end, quarters, zone) : slotEndBefore(end, quarters, zone)
}

/** The span of an address at `now` (ms), judged in the site's zone: now and about an hour where it says nothing. */
export function requestOf(search: RequestSearch, now: number, zone: string): RequestedSpan {
  const given = search.reservationCreatedStartTime
  const start = given === undefined ? minuteOf(now) : new Date(given)
  const end =
    search.reservationCreatedEndTime === undefined
      ? endOfLength(start, search.amount ?? 1, search.unit ?? 'hours', zone)
      : new Date(search.reservationCreatedEndTime)
  return { start, end, now: given === undefined }
}

/** Returns the address of a span with both ends, as other pages and the redirect through the login need it. */
export const spanSearch = ({ start, end }: Span): RequestChange => ({
  reservationCreatedStartTime: start.toISOString(),
  reservationCreatedEndTime: end.toISOString(),
  amount: undefined,
  unit: undefined,
})

/** Returns another length from the same start. */
export const forLength = (amount: number, unit: Unit): RequestChange => ({
  reservationCreatedEndTime: undefined,
  amount: amount === 1 && unit === 'hours' ? undefined : amount,
  unit: amount === 1 && unit === 'hours' ? undefined : unit,
})

/** Returns another start (null = now); an explicit end moves along, so that the length stays. */
export function fromStart(search: RequestSearch, start: Date | null, now: number, zone: string): RequestChange {
  const before = requestOf(search, now, zone)
  const from = start ?? minuteOf(now)
  const length = Math.max(minuteMs, before.end.getTime() - before.start.getTime())
  return {
    reservationCreatedStartTime: start?.toISOString(),
    ...(search.reservationCreatedEndTime === undefined
      ? {}
      : { reservationCreatedEndTime: new Date(from.getTime() + length).toISOString() }),
  }
}

export interface Chip {
  readonly key: '1h' | '4h' | 'evening' | '1d' | '1w' | '1m' | '1y'
  readonly change: RequestChange
  readonly chosen: boolean
}

type Length = readonly [Chip['key'], number, Unit]
const lengths: readonly Length[] = [
  ['1h', 1, 'hours'],
  ['4h', 4, 'hours'],
  ['1d', 1, 'days'],
  ['1w', 1, 'weeks'],
]
const longLengths: readonly Length[] = [
  ['1d', 1, 'days'],
  ['1w', 1, 'weeks'],
  ['1m', 1, 'months'],
  ['1y', 1, 'years'],
]

/** Lengths for one tap; until the evening (20:00 at the site) only while that is at least half an hour away. `long` = for days to years. */
export function chipsOf({ start, end }: Span, zone: string, long = false): Chip[] {
  const same = (other: Date) => other.getTime() === end.getTime()
  const chips = (long ? longLengths : lengths).map(
    ([key, amount, unit]): Chip => ({
      key,
      change: forLength(amount, unit),
      chosen: same(endOfLength(start, amount, unit, zone)),
    }),
  )
  const evening = timeOnDay(localDate(start, zone), '20:00', zone)
  if (long || minutesBetween(start, evening) < 30) return chips
  const until: Chip = {
    key: 'evening',
    change: { reservationCreatedEndTime: evening.toISOString(), amount: undefined, unit: undefined },
    chosen: same(evening),
  }
  return [...chips.slice(0, 2), until, ...chips.slice(2)]
}

/** Returns the largest unit of which the span is a whole number: 14 days are 2 weeks, 90 minutes none. */
export function lengthOf({ start, end }: Span, zone: string): { amount: number; unit: Unit } | null {
  const [from, until] = [start, end].map((each) =>
    Temporal.Instant.fromEpochMilliseconds(each.getTime()).toZonedDateTimeISO(zone),
  )
  if (!from || !until || end <= start) return null
  for (const unit of ['years', 'months', 'weeks', 'days'] as const) {
    const amount = from.until(until, { largestUnit: unit })[unit]
    if (amount > 0 && addInZone(start, amount, unit, zone).getTime() === end.getTime()) return { amount, unit }
  }
  const minutes = minutesBetween(start, end)
  return minutes % 60 === 0 ? { amount: minutes / 60, unit: 'hours' } : null
}

/** Whole hours around the span, so that the view is not reloaded every minute. */
export function hoursAround({ start, end }: Span): { start: string; end: string } {
  const hour = 60 * minuteMs
  return {
    start: new Date(Math.floor(start.getTime() / hour) * hour).toISOString(),
    end: new Date(
      Math.max(Math.ceil(end.getTime() / hour), Math.floor(start.getTime() / hour) + 1) * hour,
    ).toISOString(),
  }
}
