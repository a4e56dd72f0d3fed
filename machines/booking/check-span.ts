import { minuteMs } from './calendar.ts'
import type { BookingRefusal, Circumstances, Wish } from './types.ts'

/** Who chose 'now' needs time to finish: so many minutes after its minute a start is not yet past. */
export const startToleranceMinutes = 5

/** The earliest start that is not in the past (rule B-3). */
export function earliestStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - startToleranceMinutes * minuteMs)
}

/** What speaks against a span whatever the access time: rules B-3 to B-5, in their order. */
export function checkSpan(wish: Pick<Wish, 'start' | 'end'>, { now }: Pick<Circumstances, 'now'>): BookingRefusal[] {
  const refusals: BookingRefusal[] = []
  const start = wish.start.getTime()
  const end = wish.end.getTime()
  if (start < earliestStart(now).getTime()) refusals.push({ code: 'start-in-past', field: 'start', params: {} })
  if (end < start) refusals.push({ code: 'start-after-end', field: 'end', params: {} })
  if (end === start) refusals.push({ code: 'duration-zero', field: 'end', params: {} })
  return refusals
}
