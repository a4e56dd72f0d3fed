import type { TimelineEvent } from '../../../contract/time-machine.ts'

/** The piece of the past that is read: what held at `from`, and what happened in (from, until]. ms since 1970. */
export interface Piece {
  readonly siteId: number
  readonly deviceIds: readonly number[]
  readonly from: number
  readonly until: number
}
/** What one source tells: up to `coveredUntil` all of it. */
export interface Told {
  readonly standing: readonly TimelineEvent[]
  readonly events: readonly TimelineEvent[]
  readonly coveredUntil: number
}

/** A moment in SQL as whole ms since 1970: the wire knows no smaller ones, so none are told apart. */
export function sqlMs(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::float8`
}

/** From the first moment after `from` until before the first moment after `until`, as times for an index to be asked with. */
export function bounds({ from, until }: Pick<Piece, 'from' | 'until'>): { after: Date; before: Date } {
  return { after: new Date(from + 1), before: new Date(until + 1) }
}

/** What spans [begins, ends) as its two events; null = it goes on. What was over at `from` is left out, and so is an end after `until`. */
export function spanning(
  { from, until }: Pick<Piece, 'from' | 'until'>,
  begin: TimelineEvent,
  end: TimelineEvent | null,
  into: { standing: TimelineEvent[]; events: TimelineEvent[] },
): void {
  if (begin.at > until || (end !== null && end.at <= from)) return
  if (begin.at <= from) into.standing.push(begin)
  else into.events.push(begin)
  if (end !== null && end.at <= until) into.events.push(end)
}

const ranks: Record<TimelineEvent['kind'], number> = {
  report: 0,
  'silence-begins': 1,
  'silence-ends': 2,
  'reservation-begins': 3,
  'reservation-ends': 4,
  order: 5,
  'order-settled': 6,
  'malfunction-opens': 7,
  'malfunction-closes': 8,
  'maintenance-begins': 9,
  'maintenance-ends': 10,
  access: 11,
}

/** By time; of one moment what begins before what ends. */
export function inOrder(events: readonly TimelineEvent[]): TimelineEvent[] {
  return [...events].sort((a, b) => a.at - b.at || ranks[a.kind] - ranks[b.kind])
}
