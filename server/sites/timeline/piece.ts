import type { TimelineEvent } from '../../../contract/sites/timeline.ts'

/** The span to read: what held at `from`, and what happened in (from, until]. ms since 1970. */
export interface Piece {
  readonly siteId: number
  readonly deviceIds: readonly number[]
  readonly from: number
  readonly until: number
}
/** The events of one source, complete up to `coveredUntil`. */
export interface Told {
  readonly standing: readonly TimelineEvent[]
  readonly events: readonly TimelineEvent[]
  readonly coveredUntil: number
}

/** SQL: a moment as whole ms since 1970, as on the wire. */
export function sqlMs(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::float8`
}

/** Returns bindings for a source: events lie in [after, before), which an index can serve. */
export function bindingsOf({ siteId, deviceIds, from, until }: Piece) {
  const ids = [...deviceIds]
  return { siteId, ids, from: new Date(from), after: new Date(from + 1), before: new Date(until + 1) }
}

/** Collects the events of one source: what held at the beginning, and what happened after it. */
export class Gathered implements Told {
  readonly standing: TimelineEvent[] = []
  readonly events: TimelineEvent[] = []
  readonly coveredUntil: number
  readonly #from: number
  constructor({ from, until }: Piece) {
    this.#from = from
    this.coveredUntil = until
  }

  add(event: TimelineEvent): void {
    if (event.at <= this.#from) this.standing.push(event)
    else if (event.at <= this.coveredUntil) this.events.push(event)
  }

  /** Adds a span [begin, end); null = still open. Leaves out what was over at `from`, and ends after `until`. */
  addSpan(begin: TimelineEvent, end: TimelineEvent | null): void {
    if (end !== null && end.at <= this.#from) return
    this.add(begin)
    if (end !== null && begin.at <= this.coveredUntil) this.add(end)
  }
}

const ranks: Record<TimelineEvent['kind'], number> = {
  report: 0,
  'silence-begins': 1,
  'silence-ends': 2,
  'reservation-begins': 3,
  'reservation-ends': 4,
  command: 5,
  'command-outcome': 6,
  'malfunction-opens': 7,
  'malfunction-closes': 8,
  'maintenance-begins': 9,
  'maintenance-ends': 10,
  access: 11,
}

/** Sorts by time; at equal times, beginnings come before ends. */
export function inOrder(events: readonly TimelineEvent[]): TimelineEvent[] {
  return [...events].sort((a, b) => a.at - b.at || ranks[a.kind] - ranks[b.kind])
}
