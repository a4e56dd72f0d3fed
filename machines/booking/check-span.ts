import { minuteMs } from './calendar.ts'
import type { BookingRefusal, BookingRequest, Circumstances } from './types.ts'

/** Tolerance in minutes for a start just past: whoever chose 'now' needs time to finish. */
export const startToleranceMinutes = 5

/** Returns the earliest start that is not in the past (rule B-3). */
export function earliestStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - startToleranceMinutes * minuteMs)
}

/** Returns the refusals of a span under any access time: rules B-3 to B-5, in order. */
export function checkSpan(
  request: Pick<BookingRequest, 'start' | 'end'>,
  { now }: Pick<Circumstances, 'now'>,
): BookingRefusal[] {
  const refusals: BookingRefusal[] = []
  const start = request.start.getTime()
  const end = request.end.getTime()
  if (start < earliestStart(now).getTime()) refusals.push({ code: 'start-in-past', field: 'start', params: {} })
  if (end < start) refusals.push({ code: 'start-after-end', field: 'end', params: {} })
  if (end === start) refusals.push({ code: 'duration-zero', field: 'end', params: {} })
  return refusals
}
