import type { Refuse } from '../kernel/bus/refuse.ts'
import type { Between } from './calendar.ts'

const longestMs = 366 * 86_400_000

/** Returns the span in ms; refuses one that is empty or longer than 366 days. */
export function mustFit(
  input: { readonly from: string; readonly until: string },
  refuse: Refuse<'span-empty' | 'span-too-long'>,
): Between {
  const span = { from: Date.parse(input.from), until: Date.parse(input.until) }
  if (!(span.from < span.until)) return refuse('span-empty')
  if (span.until - span.from > longestMs) return refuse('span-too-long')
  return span
}
