import { addInZone, after, minuteMs, minutesBetween, type Span } from './calendar.ts'
import { checkAccessTime, passesAccessTime } from './check-access-time.ts'
import { checkSpan } from './check-span.ts'
import { endsOnSlot, type SlotRules, slotEndAfter, slotEndBefore } from './slots.ts'
import type { AccessTime, BookingRefusal, BookingRequest, Circumstances, Fix } from './types.ts'

const stepMinutes = 15
/** Number of steps per day. */
const maxSteps = 96
const maxDays = 14
/** For each way to change the length. With steps and days at most 242 spans are tried. */
const maxLengths = 12

/** Yields every other span that passes some access time, nearest first (rule B-17), for searching a free place. */
export function* fixes(
  request: BookingRequest,
  accessTimes: readonly AccessTime[],
  circumstances: Circumstances,
): Generator<Fix, void> {
  const mendable = accessTimes.filter((each) => !checkAccessTime(request, each, circumstances).some(staysWhatever))
  if (mendable.length === 0) return
  for (const span of otherSpans(request, mendable, circumstances)) {
    const other = { ...request, ...span }
    if (checkSpan(other, circumstances).length > 0) continue
    if (mendable.some((each) => passesAccessTime(other, each, circumstances))) yield fixOf(request, span)
  }
}

/** Refusals that no other span fixes. */
function staysWhatever({ code, field }: BookingRefusal): boolean {
  return (
    code === 'not-permitted-then' ||
    code === 'licence-plate-required' ||
    code === 'payment-not-offered' ||
    field === 'deviceTypeId'
  )
}

function* otherSpans(
  request: BookingRequest,
  accessTimes: readonly AccessTime[],
  { now, timeZone }: Circumstances,
): Generator<Span> {
  for (const ends of otherEnds(request, accessTimes, timeZone))
    for (const end of nearestEnds(request, ends)) yield { start: request.start, end }
  const steps = Array.from({ length: maxSteps }, (_, step) => (step + 1) * stepMinutes)
  const shifted = [...steps, ...steps.map((minutes) => -minutes)].map((minutes) => moved(request, minutes))
  yield* shifted.filter((span) => span.start.getTime() >= now.getTime())
  for (let days = 1; days <= maxDays; days++)
    yield {
      start: addInZone(request.start, days, 'days', timeZone),
      end: addInZone(request.end, days, 'days', timeZone),
    }
}

/** Other ends for the same start: at the slot, then down to the maximum, then up to the minimum. */
function otherEnds({ start, end }: BookingRequest, accessTimes: readonly AccessTime[], timeZone: string): Date[][] {
  const down = (until: Date, rules: SlotRules) => slotEndBefore(until, rules, timeZone)
  const up = (from: Date, rules: SlotRules) =>
    endsOnSlot(from, rules, timeZone) ? from : slotEndAfter(from, rules, timeZone)
  const rounded = accessTimes.flatMap((each) =>
    end > start ? [down(end, each), up(end, each)] : [slotEndAfter(start, each, timeZone)],
  )
  const shorter = accessTimes.flatMap((each) => {
    const longest = after(start, each.maxDurationMinutes, timeZone)
    return each.maxDurationMinutes >= 0 && longest < end ? [down(longest, each)] : []
  })
  const longer = accessTimes.flatMap((each) => {
    const shortest = after(start, each.minDurationMinutes, timeZone)
    return each.minDurationMinutes > 0 && shortest > end ? [up(shortest, each)] : []
  })
  return [rounded, shorter, longer]
}

/**
 * Without duplicates, the smallest change first, the shorter of two equal ones; never the requested end, nor an empty
 * span.
 */
function nearestEnds({ start, end }: BookingRequest, ends: readonly Date[]): Date[] {
  const change = (time: number) => Math.abs(time - end.getTime())
  return [...new Set(ends.map((each) => each.getTime()))]
    .filter((time) => time > start.getTime() && time !== end.getTime())
    .sort((a, b) => change(a) - change(b) || a - b)
    .slice(0, maxLengths)
    .map((time) => new Date(time))
}

function moved({ start, end }: Span, minutes: number): Span {
  return { start: new Date(start.getTime() + minutes * minuteMs), end: new Date(end.getTime() + minutes * minuteMs) }
}

function fixOf(request: BookingRequest, span: Span): Fix {
  const sooner = span.start.getTime() - request.start.getTime()
  if (sooner > 0) return { kind: 'later', minutes: minutesBetween(request.start, span.start), ...span }
  if (sooner < 0) return { kind: 'earlier', minutes: minutesBetween(span.start, request.start), ...span }
  return span.end < request.end
    ? { kind: 'shorter', minutes: minutesBetween(span.end, request.end), ...span }
    : { kind: 'longer', minutes: minutesBetween(request.end, span.end), ...span }
}
