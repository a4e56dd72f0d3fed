import type { Knex } from 'knex'
import type { EffectOutcome } from '../../contract/consequences.ts'
import { many, one } from '../../db/sql.ts'
import { lockSites } from '../claims/claim.ts'
import { expired } from '../claims/facts.ts'
import type { Effect } from './effects.ts'

/** A condition on reservations `r`, with its named values. */
export interface Where {
  readonly sql: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Returns the main reservations of a condition that are booked and not over, by start, then id. */
export async function readBooked(
  trx: Knex,
  { sql, values }: Where,
  { now, outcome }: { readonly now: Date; readonly outcome: EffectOutcome },
): Promise<Effect[]> {
  const rows = await many<Omit<Effect, 'outcome'>>(
    trx,
    `select r.id, r.user_id as "userId", r.starts_at <= :now as running, r.price_cents as "priceCents" from reservations r
     where r.parent_id is null and r.state = 'RESERVED' and r.ends_at > :now and (${sql}) order by r.starts_at, r.id`,
    { ...values, now },
  )
  return rows.map((row) => ({ ...row, outcome }))
}

/** Counts the main holds of a condition that have not ended. */
export async function countHolds(trx: Knex, { sql, values }: Where, now: Date): Promise<number> {
  const { count } = await one<{ count: number }>(
    trx,
    `select count(*)::int as count from reservations r
     where r.parent_id is null and r.state = 'CREATED' and not ${expired('r')} and (${sql})`,
    { ...values, now },
  )
  return count
}

/**
 * Locks all sites of some zones (a query by :id): nothing is claimed there until the transaction ends, so that the world
 * stands still. Call it before any row is locked.
 */
export async function lockSitesOf(trx: Knex.Transaction, zones: string, id: number): Promise<void> {
  const sql = `select distinct site_id as "siteId" from site_zones where zone_id in (${zones})`
  const rows = await many<{ siteId: number }>(trx, sql, { id })
  await lockSites(
    trx,
    rows.map(({ siteId }) => siteId),
  )
}
