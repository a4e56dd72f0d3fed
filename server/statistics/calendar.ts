import type { StatisticStep } from '../../contract/statistics.ts'
import { dayMs, instantOf, wallOf } from '../../machines/booking/zone.ts'

/** Instants in ms since 1970, [from, until). */
export interface Between {
  readonly from: number
  readonly until: number
}

const hourMs = 3_600_000
/** A day may have an extra hour. */
const slackMs = hourMs

/** Returns the step: hours up to 2 days, days up to 92, weeks up to 183, then months (rule T-14). */
export function stepFor({ from, until }: Between): StatisticStep {
  const days = (until - from - slackMs) / dayMs
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 183 ? 'week' : 'month'
}

/** Returns the steps of the zone's calendar, cut to the span; weeks begin on Monday. A day when the clocks change has 23 or 25 hours. */
export function stepsOf(span: Between, step: StatisticStep, timeZone: string): Between[] {
  const steps: Between[] = []
  for (let from = span.from; from < span.until; ) {
    const until = Math.min(nextStart(from, step, timeZone), span.until)
    steps.push({ from, until })
    from = until
  }
  return steps
}

function nextStart(instant: number, step: StatisticStep, timeZone: string): number {
  const wall = wallOf(instant, timeZone)
  if (step === 'hour') return instant + hourMs - mod(wall, hourMs)
  const day = Math.floor(wall / dayMs)
  if (step === 'day') return instantOf((day + 1) * dayMs, timeZone)
  // 1 January 1970 was a Thursday.
  if (step === 'week') return instantOf((day + 7 - mod(day + 3, 7)) * dayMs, timeZone)
  const date = new Date(wall)
  return instantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1), timeZone)
}

/** Returns the cell of the week of an instant: weekday (1 = Monday) and hour, in local time. */
export function cellOf(instant: number, timeZone: string): { weekday: number; hour: number } {
  const wall = wallOf(instant, timeZone)
  return { weekday: 1 + mod(Math.floor(wall / dayMs) + 3, 7), hour: Math.floor(mod(wall, dayMs) / hourMs) }
}

/**
 * Returns the longest slices of time that never span two local hours: an hour, or a quarter if the zone's offset is not
 * whole hours.
 */
export function sliceMs(span: Between, timeZone: string): number {
  for (let at = span.from; at < span.until + 10 * dayMs; at += 10 * dayMs)
    if (mod(wallOf(at, timeZone) - at, hourMs) !== 0) return hourMs / 4
  return hourMs
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}
