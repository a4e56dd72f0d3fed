const hour = 3_600_000
const day = 24 * hour
export const namedSpans = { day, week: 7 * day, month: 30 * day, year: 365 * day } as const
export type SpanName = keyof typeof namedSpans
/** The span on display: the last minutes or days up to now, or a fixed one. ms. */
export type Span =
  | { readonly name: SpanName }
  | { readonly name: 'custom'; readonly from: number; readonly until: number }

/** Bounds of contract/insight.ts history. */
export const shortestMs = hour
export const longestMs = 366 * day

export function boundsOf(span: Span, now: number): { from: number; until: number } {
  return span.name === 'custom' ? span : { from: now - namedSpans[span.name], until: now }
}

/** Returns a fixed span between two moments in any order: at least an hour, at most 366 days, not beyond `now`. */
export function pieceOf(a: number, b: number, now: number): Span {
  let [from, until] = a < b ? [a, b] : [b, a]
  if (until - from < shortestMs) {
    const middle = (from + until) / 2
    from = middle - shortestMs / 2
    until = middle + shortestMs / 2
  }
  if (until > now) {
    from -= Math.min(until - now, Math.max(0, shortestMs - (now - from)))
    until = now
  }
  if (until - from > longestMs) from = until - longestMs
  return { name: 'custom', from: Math.round(from), until: Math.round(until) }
}

/** Returns the span before (-1) or after (1) the one on display. */
export function shifted(span: Span, by: -1 | 1, now: number): Span {
  const { from, until } = boundsOf(span, now)
  const length = until - from
  const end = Math.min(until + by * length, now)
  return { name: 'custom', from: Math.round(end - length), until: Math.round(end) }
}
