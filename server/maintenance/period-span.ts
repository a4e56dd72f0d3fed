import { before } from '../../machines/booking/calendar.ts'

/** A period's span [start, end); end null = indefinite. */
export interface PeriodSpan {
  readonly start: Date
  readonly end: Date | null
}

/** A start up to this long ago counts as now, because filling in the form takes time; ms. */
const nowMs = 5 * 60_000
/** Maximum time until the start, and maximum length; ms. */
const longestMs = 5 * 366 * 86_400_000

/** Returns the span as set at `now`, or the code of the refusal (rule MT-2). */
export function periodSpan(
  request: { readonly start: string; readonly end: string | null },
  now: Date,
): PeriodSpan | 'span-empty' | 'start-in-past' | 'span-too-long' {
  const asked = new Date(request.start)
  const end = request.end === null ? null : new Date(request.end)
  if (asked.getTime() < now.getTime() - nowMs) return 'start-in-past'
  const start = asked < now ? now : asked
  if (end && end <= start) return 'span-empty'
  const latest = end ?? start
  if (latest.getTime() - now.getTime() > longestMs) return 'span-too-long'
  return { start, end }
}

/** Returns the field that a refusal of `periodSpan` is about. */
export const spanField = (refusal: string): 'start' | 'end' => (refusal === 'start-in-past' ? 'start' : 'end')

const tooLate = -1

/**
 * Returns until when another place is searched (rule MT-8): never once the reservation has begun. Null = it is searched
 * only once.
 */
export function lastTryAt(
  period: PeriodSpan,
  reservation: { readonly start: Date; readonly lastTryMinutes: number; readonly timeZone: string },
  now: Date,
): Date | null {
  if (reservation.lastTryMinutes === tooLate) return null
  const meet = period.start > reservation.start ? period.start : reservation.start
  const latest = before(meet, reservation.lastTryMinutes, reservation.timeZone)
  const last = Math.min(latest.getTime(), reservation.start.getTime())
  return last > now.getTime() ? new Date(last) : null
}
