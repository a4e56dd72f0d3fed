import { addInZone, after, before, localDate, minuteMs, minutesBetween, startOfDay, timeOnDay } from './calendar.ts'
import { checkAccessTime } from './check-access-time.ts'
import { checkSpan, earliestStart } from './check-span.ts'
import { priceFor } from './price.ts'
import { endsOnSlot, slotEndAfter, slotEndBefore } from './slots.ts'
import { type AccessTime, type BookingRefusal, bookingCodes, type Circumstances } from './types.ts'

interface PreviewStay {
  readonly minutes: number
  readonly priceCents: number
}

/** The stays that can be booked with a start on one day; otherwise the rule that closes it. */
interface PreviewDay {
  readonly date: string
  readonly bookable: {
    readonly firstStart: Date
    readonly lastStart: Date
    readonly shortest: PreviewStay
    readonly longest: PreviewStay
  } | null
  readonly closedBy: BookingRefusal | null
}

type When = Pick<Circumstances, 'now' | 'timeZone'>

const previewDays = 14
const stepMs = 15 * minuteMs

/**
 * Returns what permitted people can book under an access time, day by day from today (rules B-3 to B-14, P-1). Tries
 * starts every 15 minutes and where a window, a slot or a deadline begins or ends.
 */
export function previewAccessTime(
  accessTime: AccessTime,
  deviceTypeIds: readonly number[],
  { now, timeZone }: When,
): PreviewDay[] {
  const today = startOfDay(now, timeZone)
  return Array.from({ length: previewDays }, (_, days) => {
    const from = startOfDay(addInZone(today, days, 'days', timeZone), timeZone)
    return previewOf(from, accessTime, deviceTypeIds, { now, timeZone })
  })
}

function previewOf(from: Date, accessTime: AccessTime, deviceTypeIds: readonly number[], when: When): PreviewDay {
  const date = localDate(from, when.timeZone)
  const types = accessTime.deviceTypeIds
  const deviceTypeId = deviceTypeIds.find((id) => types.length === 0 || types.includes(id)) ?? 0
  const check = (start: Date, end: Date): BookingRefusal[] => {
    const wrong = checkSpan({ start, end }, when)
    if (wrong.length > 0) return wrong
    const request = { start, end, deviceTypeId, licencePlate: null }
    return checkAccessTime(request, accessTime, { ...when, stage: 'hold' })
  }
  const found: { start: Date; shortest: Date }[] = []
  let nearest: BookingRefusal[] = []
  for (const start of startsOf(from, accessTime, when)) {
    const shortest = shortestEnd(start, accessTime, when.timeZone)
    const refusals = check(start, shortest)
    if (refusals.length === 0) found.push({ start, shortest })
    else if (nearest.length === 0 || comesNearer(refusals, nearest)) nearest = refusals
  }
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return { date, bookable: null, closedBy: nearest[0] ?? null }
  const stay = (end: Date): PreviewStay => ({
    minutes: minutesBetween(first.start, end),
    priceCents: priceFor(accessTime.stages, first.start, end, when.timeZone),
  })
  const longest = longestEnds(first.start, accessTime, when.timeZone).find(
    (end) => check(first.start, end).length === 0,
  )
  return {
    date,
    bookable: {
      firstStart: first.start,
      lastStart: last.start,
      shortest: stay(first.shortest),
      longest: stay(longest ?? first.shortest),
    },
    closedBy: null,
  }
}

/** Fewer refusals first, then the rule that is checked later, as in B-16. */
function comesNearer(refusals: readonly BookingRefusal[], others: readonly BookingRefusal[]): boolean {
  const rank = ([first]: readonly BookingRefusal[]) => (first ? bookingCodes.indexOf(first.code) : -1)
  return refusals.length - others.length < 0 || (refusals.length === others.length && rank(refusals) > rank(others))
}

/** Starts to try on a day, ascending. */
function startsOf(from: Date, accessTime: AccessTime, { now, timeZone }: When): Date[] {
  const next = startOfDay(addInZone(from, 1, 'days', timeZone), timeZone)
  const date = localDate(from, timeZone)
  const { fullDay, dailyFrom, dailyUntil, minDurationMinutes: least, maxDurationMinutes: most } = accessTime
  const { prebookMinMinutes, prebookMaxMinutes } = accessTime
  const steps = Array.from(
    { length: (next.getTime() - from.getTime()) / stepMs },
    (_, step) => from.getTime() + step * stepMs,
  )
  const edges = [earliestStart(now), now]
  if (prebookMinMinutes > 0) edges.push(after(now, prebookMinMinutes, timeZone))
  if (prebookMaxMinutes >= 0) edges.push(after(now, prebookMaxMinutes, timeZone))
  const ends = [next, slotEndBefore(next, accessTime, timeZone)]
  if (!fullDay && dailyFrom !== null && dailyUntil !== null) {
    edges.push(timeOnDay(date, dailyFrom, timeZone))
    ends.push(timeOnDay(date, dailyUntil, timeZone))
  }
  for (const length of [least, most].filter((minutes) => minutes > 0))
    edges.push(...ends.map((end) => before(end, length, timeZone)))
  return [...new Set([...steps, ...edges.map((edge) => edge.getTime())])]
    .filter((start) => start >= from.getTime() && start < next.getTime())
    .sort((a, b) => a - b)
    .map((start) => new Date(start))
}

function shortestEnd(start: Date, accessTime: AccessTime, timeZone: string): Date {
  if (accessTime.minDurationMinutes <= 0) return slotEndAfter(start, accessTime, timeZone)
  const least = after(start, accessTime.minDurationMinutes, timeZone)
  return endsOnSlot(least, accessTime, timeZone) ? least : slotEndAfter(least, accessTime, timeZone)
}

/** Ends to try, the latest first: the maximum, the last day, the end of the window or of the day. */
function longestEnds(start: Date, accessTime: AccessTime, timeZone: string): Date[] {
  const { maxDurationMinutes: most, endsOn, fullDay, dailyUntil, singleDay } = accessTime
  const date = localDate(start, timeZone)
  const ends: Date[] = []
  if (most !== -1) ends.push(after(start, most, timeZone))
  if (endsOn !== null) ends.push(timeOnDay(endsOn, '00:00', timeZone, 1))
  if (singleDay) ends.push(timeOnDay(date, '00:00', timeZone, 1))
  if (!fullDay && dailyUntil !== null)
    ends.push(timeOnDay(date, dailyUntil, timeZone), timeOnDay(date, dailyUntil, timeZone, 1))
  return ends
    .map((end) => slotEndBefore(end, accessTime, timeZone))
    .filter((end) => end > start)
    .sort((a, b) => b.getTime() - a.getTime())
}
