import type { Knex } from 'knex'
import { type RetentionKey, retentionKeys, retentionKinds } from '../../contract/operation.ts'
import { many, one } from '../../db/sql.ts'

/** Setting and request for a kind of data. */
export interface Span {
  readonly key: RetentionKey
  readonly days: number
  readonly setAt: Date | null
  readonly setBy: string | null
  readonly requestedAt: Date | null
  readonly requestedBy: number | null
  readonly checkedAt: Date | null
}

/** Returns the spans of all kinds. */
export async function readSpans(knex: Knex): Promise<ReadonlyMap<RetentionKey, Span>> {
  const set = await many<Omit<Span, 'days'> & { days: number | null }>(
    knex,
    `select r.key, r.days, case when r.days is not null then r.modified_at end as "setAt", u.full_name as "setBy",
       r.requested_at as "requestedAt", r.requested_by as "requestedBy", r.checked_at as "checkedAt"
     from retention r left join users u on u.id = r.modified_by`,
  )
  return new Map(
    retentionKeys.map((key) => {
      const found = set.find((each) => each.key === key)
      const none = { key, setAt: null, setBy: null, requestedAt: null, requestedBy: null, checkedAt: null }
      return [key, { ...none, ...found, days: found?.days ?? retentionKinds[key].days }]
    }),
  )
}

/** Returns the time before which a span of this many days deletes: whole UTC days, by the database's clock. */
export async function beforeOf(knex: Knex, days: number): Promise<Date> {
  const { before } = await one<{ before: Date }>(
    knex,
    `select date_trunc('day', now() - make_interval(days => ?), 'UTC') as before`,
    [days],
  )
  return before
}
