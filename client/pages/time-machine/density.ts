import type { TimelineEvent, TimelineKind } from '../../../contract/sites/timeline.ts'
import type { Bounds } from './bounds.ts'

/** What the track of the slider tells apart, from above. */
export const lanes = ['troubles', 'bookings', 'reports'] as const
export type Lane = (typeof lanes)[number]

const laneOf: Readonly<Record<TimelineKind, Lane>> = {
  report: 'reports',
  'silence-begins': 'troubles',
  'silence-ends': 'reports',
  'reservation-begins': 'bookings',
  'reservation-ends': 'bookings',
  command: 'bookings',
  'command-outcome': 'bookings',
  'malfunction-opens': 'troubles',
  'malfunction-closes': 'reports',
  'maintenance-begins': 'troubles',
  'maintenance-ends': 'reports',
  access: 'bookings',
}

/** How much happened in each of `buckets` equal parts of the span, by lane. */
export function densityOf(
  events: readonly Pick<TimelineEvent, 'at' | 'kind'>[],
  { from, until }: Bounds,
  buckets: number,
): Record<Lane, number[]> {
  const counts = Object.fromEntries(lanes.map((lane) => [lane, Array.from({ length: buckets }, () => 0)])) as Record<
    Lane,
    number[]
  >
  for (const { at, kind } of events) {
    const bucket = Math.min(buckets - 1, Math.floor(((at - from) / (until - from)) * buckets))
    const lane = counts[laneOf[kind]]
    if (bucket >= 0) lane[bucket] = (lane[bucket] ?? 0) + 1
  }
  return counts
}
