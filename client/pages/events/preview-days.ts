import type * as z from 'zod'
import type { previewDay } from '../../../contract/events.ts'
import { fieldOf } from '../../dates/wall.ts'
import { canonical } from '../../link/watch-key.ts'

export type PreviewDay = z.output<typeof previewDay>

/** Days in a row on which the same can be booked. */
export interface PreviewSpan {
  readonly first: PreviewDay
  readonly last: PreviewDay
}

/** Returns the time of day of a moment by the clock of the site: '08:00'. */
export const timeAt = (moment: string, zone: string): string => fieldOf(Date.parse(moment), zone).slice(11, 16)

/** Returns what a day lets people book, as it is shown: times of day instead of moments. */
const outcomeOf = ({ bookable, closedBy }: PreviewDay, zone: string): string =>
  canonical(
    bookable === null
      ? closedBy
      : {
          ...bookable,
          firstStart: timeAt(bookable.firstStart, zone),
          lastStart: timeAt(bookable.lastStart, zone),
        },
  )

/** Joins the days on which the same can be booked, in order. */
export function joinDays(days: readonly PreviewDay[], zone: string): PreviewSpan[] {
  const spans: { first: PreviewDay; last: PreviewDay }[] = []
  for (const day of days) {
    const before = spans.at(-1)
    if (before && outcomeOf(before.last, zone) === outcomeOf(day, zone)) before.last = day
    else spans.push({ first: day, last: day })
  }
  return spans
}
