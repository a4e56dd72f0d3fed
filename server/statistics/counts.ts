import type { Knex } from 'knex'
import { rows } from '../../db/rows.ts'
import { heldUntilSql, ranSql } from './booked.ts'
import type { Between } from './calendar.ts'
import type { Target } from './target.ts'

interface Counted {
  slice: number
  reservations: number
  canceled: number
  began: number
  minutes: number
}
interface Moved {
  slice: number
  revenue: number
  refund: number
}

/** Of the target's own rows: the device's, or those of its sites. For a table with device_id and site_id. */
const ofTarget = (table: string): string =>
  `${table}.site_id = ANY (:sites) AND (:device::integer IS NULL OR ${table}.device_id = :device)`
const bindingsOf = (target: Target, span: Between, rest: object = {}) =>
  ({
    sites: [...target.siteIds],
    device: target.deviceId,
    from: new Date(span.from),
    until: new Date(span.until),
    ...rest,
  }) as never
const sliced = (at: string): string =>
  `(extract(epoch FROM date_bin(make_interval(secs => :slice), ${at}, '2000-01-01Z')) * 1000)::float8 AS slice`

/**
 * Reservations that began in each slice, those of them that were given up before they began, those of places that had begun by `now`, and how many
 * minutes those lasted, or will last, that were not given up before (rule T-16).
 */
export function readReservations(
  trx: Knex,
  target: Target,
  span: Between,
  { sliceMs, now }: { sliceMs: number; now: Date },
): Promise<Counted[]> {
  return rows(
    trx,
    `SELECT (extract(epoch FROM slice) * 1000)::float8 AS slice, reservations, canceled, began, coalesce(extract(epoch FROM lasted) / 60, 0)::float8 AS minutes
     FROM (
       SELECT date_bin(make_interval(secs => :slice), r.starts_at, '2000-01-01Z') AS slice, count(*)::integer AS reservations,
         (count(*) FILTER (WHERE NOT ${ranSql}))::integer AS canceled,
         (count(*) FILTER (WHERE ${ranSql} AND r.starts_at <= :now AND r.device_id = ANY (:places)))::integer AS began,
         sum(${heldUntilSql} - r.starts_at) FILTER (WHERE ${ranSql}) AS lasted
       FROM reservations r WHERE ${ofTarget('r')} AND r.parent_id IS NULL AND r.state IN ('RESERVED', 'STORNO')
         AND r.starts_at >= :from AND r.starts_at < :until GROUP BY 1) counted`,
    bindingsOf(target, span, { slice: sliceMs / 1_000, now, places: [...target.placeIds] }),
  )
}

/** What the ledger says of the target's reservations, by slice: paid less given back, and given back, in cents (rule T-17). */
export function readMoney(trx: Knex, target: Target, span: Between, sliceMs: number): Promise<Moved[]> {
  return rows(
    trx,
    `SELECT ${sliced('t.created_at')}, sum(CASE t.kind WHEN 'refund' THEN -t.amount_cents ELSE t.amount_cents END) AS revenue,
       coalesce(sum(t.amount_cents) FILTER (WHERE t.kind = 'refund'), 0) AS refund
     FROM transactions t JOIN reservations r ON r.id = t.reservation_id
     WHERE ${ofTarget('r')} AND t.kind IN ('booking', 'extension', 'refund') AND t.created_at >= :from AND t.created_at < :until GROUP BY 1`,
    bindingsOf(target, span, { slice: sliceMs / 1_000 }),
  )
}
