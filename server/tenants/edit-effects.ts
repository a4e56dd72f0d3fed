import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { countHolds, readBooked } from '../effects/booked.ts'
import type { Effect, Effects } from '../effects/effects.ts'
import { usedBy } from '../products/closes.ts'

/** SQL: reservations of a company. */
const own = 'r.event_id in (select e.id from events e join zones z on z.id = e.zone_id where z.tenant_id = :tenantId)'

/**
 * Returns what it does now when a company loses products, or its licence ends on a day: what is booked stays, without what
 * the products add to it (rules TE-3 and TE-5).
 */
export async function considerEdit(
  trx: Knex,
  { tenantId, off, licenseEnd }: { tenantId: number; off: readonly number[]; licenseEnd: string | null },
  now: Date,
): Promise<Effects> {
  const found = new Map<number, Effect>()
  if (licenseEnd !== null) {
    const after = `r.ends_at > ((:licenseEnd::date + 1)::timestamp at time zone (select time_zone from tenants where id = :tenantId))`
    const where = { sql: `${own} and ${after}`, values: { tenantId, licenseEnd } }
    for (const each of await readBooked(trx, where, { now, outcome: 'stays' })) found.set(each.id, each)
  }
  const prefixes = await many<{ prefix: string }>(
    trx,
    'select prefix from products where id = any (:off) order by prefix',
    { off: [...off] },
  )
  // One after another: a transaction has one connection.
  for (const { prefix } of prefixes) {
    const used = usedBy[prefix]
    if (used === undefined) continue
    const where = { sql: `${own} and ${used}`, values: { tenantId } }
    for (const each of await readBooked(trx, where, { now, outcome: 'loses-feature' })) found.set(each.id, each)
  }
  return {
    subject: `edit tenant ${tenantId} ${[...off].sort((a, b) => a - b).join()} ${licenseEnd}`,
    reservations: [...found.values()],
    holds: off.length > 0 ? await countHolds(trx, { sql: own, values: { tenantId } }, now) : 0,
    losers: [],
    losses: [],
  }
}
