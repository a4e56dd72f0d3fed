import type { TimeMachineSearch } from './search.ts'

const hour = 3_600_000
const day = 24 * hour
export const namedSpans = { hour, day, week: 7 * day } as const
export type SpanName = keyof typeof namedSpans
/** What the slider covers, ms. */
export interface Bounds {
  readonly from: number
  readonly until: number
}

/** A slider over less is none. The longest: contract/sites/timeline.ts. */
export const shortestMs = 60_000
export const longestMs = 366 * day
const aroundMs = hour / 2

/** The span of an address: two moments, or the time around one, or the last so-and-so long before `now`. Never beyond now. */
export function boundsOf({ at, from, until, span }: Omit<TimeMachineSearch, 'site'>, now: number): Bounds {
  if (from !== undefined && until !== undefined) {
    const [begin, end] = [Date.parse(from), Math.min(Date.parse(until), now)]
    if (end - begin >= shortestMs && end - begin <= longestMs) return { from: begin, until: end }
  }
  const moment = at === undefined ? Number.NaN : Date.parse(at)
  if (span === undefined && moment < now) {
    const end = Math.min(now, moment + aroundMs)
    return { from: Math.min(moment - aroundMs, end - shortestMs), until: end }
  }
  return { from: now - namedSpans[span ?? 'day'], until: now }
}

/** The span before (-1) or after (1), as long as this one, not beyond `now`. */
export function shifted({ from, until }: Bounds, by: -1 | 1, now: number): Bounds {
  const length = until - from
  const end = Math.min(until + by * length, now)
  return { from: end - length, until: end }
}

/** A whole second in words for an address. */
export function isoSecond(at: number): string {
  return new Date(Math.floor(at / 1_000) * 1_000).toISOString().replace('.000', '')
}
