import { addInZone, localDate, minuteMs, spanFrom, timeOnDay, type Unit } from '../../../machines/booking/calendar.ts'

/** How long, for one tap. */
const lengths = {
  '2h': [2, 'hours'],
  '4h': [4, 'hours'],
  '1d': [1, 'days'],
  '1w': [1, 'weeks'],
} as const satisfies Record<string, readonly [number, Unit]>
type Length = keyof typeof lengths
export const quickLengths = Object.keys(lengths) as Length[]

/** When maintenance shall be, as somebody types it. Times in ms. */
export interface Draft {
  /** null = as soon as it is set. */
  readonly begin: number | null
  readonly until:
    | { readonly kind: 'length'; readonly length: Length }
    | { readonly kind: 'at'; readonly at: number }
    | { readonly kind: 'open' }
}
export interface DraftSpan {
  readonly start: Date
  /** null = until further notice. */
  readonly end: Date | null
}

export const firstDraft: Draft = { begin: null, until: { kind: 'length', length: '4h' } }

/** The span that a draft means at `now` (ms) in the site's zone; what begins now begins with the running minute. */
export function spanOf({ begin, until }: Draft, now: number, zone: string): DraftSpan {
  const start = new Date(begin ?? Math.floor(now / minuteMs) * minuteMs)
  switch (until.kind) {
    case 'open':
      return { start, end: null }
    case 'at':
      return { start, end: new Date(until.at) }
    case 'length': {
      const [amount, unit] = lengths[until.length]
      return { start, end: spanFrom(start, amount, unit, zone).end }
    }
  }
}

/** A start up to so long ago means now; ms. */
const pastMs = 5 * minuteMs
/** Nothing lies further ahead. */
const maxYears = 5

/** Why the server would refuse a span at `now` (ms), or null. */
export function problemOf({ start, end }: DraftSpan, now: number, zone: string): 'past' | 'empty' | 'long' | null {
  if (end !== null && end <= start) return 'empty'
  if (start.getTime() < now - pastMs) return 'past'
  return (end ?? start) > addInZone(new Date(now), maxYears, 'years', zone) ? 'long' : null
}

/** The first working hour (06:00) of the day after `now` at the site: when nobody wants to begin at once, that is a good offer. */
export function tomorrowMorning(now: number, zone: string): Date {
  return timeOnDay(localDate(new Date(now), zone), '06:00', zone, 1)
}
