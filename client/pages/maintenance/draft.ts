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

/** The planned time of maintenance, as typed. Times in ms. */
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

/** Returns the first draft of a period that begins at a given time, ISO; without one, or once that is past, as soon as it is set. */
export function draftFrom(begin: string | undefined, now: number): Draft {
  const at = begin === undefined ? 0 : Date.parse(begin)
  return at > now ? { ...firstDraft, begin: at } : firstDraft
}

/** Returns the span of a draft at `now` (ms) in the site's zone; an immediate start is the current minute. */
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

/** A start up to this long ago means now; ms. */
const pastMs = 5 * minuteMs
/** Maximum time ahead. */
const maxYears = 5

/** Why the server would refuse a span at `now` (ms), or null. */
export function problemOf({ start, end }: DraftSpan, now: number, zone: string): 'past' | 'empty' | 'long' | null {
  if (end !== null && end <= start) return 'empty'
  if (start.getTime() < now - pastMs) return 'past'
  return (end ?? start) > addInZone(new Date(now), maxYears, 'years', zone) ? 'long' : null
}

/** Returns 06:00 of the day after `now` at the site: the default for a later start. */
export function tomorrowMorning(now: number, zone: string): Date {
  return timeOnDay(localDate(new Date(now), zone), '06:00', zone, 1)
}
