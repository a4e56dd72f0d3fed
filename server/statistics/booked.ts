import type { Knex } from 'knex'
import { rows } from '../../db/rows.ts'
import type { Between } from './calendar.ts'
import type { Target } from './target.ts'

/** When a reservation holds its place: until it ends, or until it was given up while it ran. For queries with reservations r. */
export const heldUntilSql = `CASE r.state WHEN 'RESERVED' THEN r.ends_at ELSE least(r.ends_at, r.ended_at) END`
/** Valid, or given up only after it had begun. For queries with reservations r. */
export const ranSql = `(r.state = 'RESERVED' OR r.state = 'STORNO' AND r.ended_at > r.starts_at)`

interface Edge {
  slice: number
  begins: boolean
  count: number
  rest: number
}

/**
 * Milliseconds of the target's places that were reserved, by slice of time (key = its first ms), clipped to the span (rule T-15). Counted by the
 * ends of the reservations: what is reserved in a slice follows from what ran at its start, and from what began and ended in it.
 */
export async function readBooked(
  trx: Knex,
  { placeIds }: Target,
  span: Between,
  sliceMs: number,
): Promise<Map<number, number>> {
  const bindings = {
    places: [...placeIds],
    from: new Date(span.from),
    until: new Date(span.until),
    slice: sliceMs / 1_000,
  }
  const edges = await rows<Edge>(
    trx,
    `SELECT (extract(epoch FROM slice) * 1000)::float8 AS slice, begins, count, (extract(epoch FROM rest) * 1000)::float8 AS rest FROM (
       SELECT date_bin(length, edge.at, '2000-01-01Z') AS slice, edge.begins, count(*)::integer AS count,
         sum(date_bin(length, edge.at, '2000-01-01Z') + length - edge.at) AS rest
       FROM (
         SELECT greatest(r.starts_at, :from::timestamptz) AS s, least(${heldUntilSql}, :until::timestamptz) AS e FROM reservations r
         WHERE r.device_id = ANY (:places) AND NOT r.shared AND r.starts_at < :until AND r.ends_at > :from AND ${ranSql}
       ) held CROSS JOIN make_interval(secs => :slice) length CROSS JOIN LATERAL (VALUES (s, true), (e, false)) edge (at, begins)
       WHERE s < e GROUP BY 1, 2
     ) sums ORDER BY 1`,
    bindings as never,
  )
  return fill(edges, span, sliceMs)
}

/** Runs through the slices with the number of places that are reserved. */
function fill(edges: readonly Edge[], span: Between, sliceMs: number): Map<number, number> {
  const booked = new Map<number, number>()
  let running = 0
  let next = 0
  const first = Math.floor(span.from / sliceMs) * sliceMs
  for (let slice = first; slice < span.until; slice += sliceMs) {
    const end = Math.min(slice + sliceMs, span.until)
    let ms = running * (end - Math.max(slice, span.from))
    for (let edge = edges[next]; edge && edge.slice === slice; edge = edges[++next]) {
      // rest = from the edge to the end of the whole slice; the span may end before that.
      const rest = edge.rest - edge.count * (slice + sliceMs - end)
      ms += edge.begins ? rest : -rest
      running += edge.begins ? edge.count : -edge.count
    }
    if (ms !== 0) booked.set(slice, Math.round(ms))
  }
  return booked
}
