import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { revoke } from '../../contract/maintenance.ts'
import { clock } from '../../db/clock.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { newVersion } from '../../db/models/version.ts'
import { publish } from '../../db/outbox.ts'
import { handle } from '../kernel/bus/handle.ts'
import { readPeriods } from './period-view.ts'
import { maySetMaintenance } from './target.ts'

/**
 * Ends a period early, or withdraws a planned one (rule MT-12). Reservations that were not moved have their place
 * again; the work on the period informs their persons.
 */
export default handle(revoke, async ({ input, actor, trx, refuse }) => {
  if (!maySetMaintenance(actor)) return refuse('not-authorized')
  const period = await MaintenancePeriod.query(trx)
    .findById(input.periodId)
    .modify('withinZonesOf', actor)
    .forNoKeyUpdate()
  if (!period) return refuse('not-found')
  const now = await clock(trx)
  if (period.revokedAt || (period.endsAt && period.endsAt <= now)) return refuse('maintenance-over')
  await period.$query(trx).patch({
    revokedAt: now,
    revokedBy: actor.userId,
    revokeReason: input.reason,
    modifiedBy: actor.userId,
    version: newVersion(),
  })
  await giveBack(trx, input.periodId, now)
  const { periodId } = input
  await publish(trx, await readPeriods(trx, [periodId]), fact('maintenance.revoked', { periodId }))
  return { revokedAt: now.toISOString() }
})

/** Makes due at once everybody who waits or lost their place, in order of the start. */
async function giveBack(trx: Knex.Transaction, periodId: number, now: Date): Promise<void> {
  await trx.raw(
    `with open as materialized (
       select reservation_id from reservation_maintenance_periods
       where maintenance_period_id = :periodId and outcome in ('pending', 'not-moved', 'lost-access') order by reservation_id for update)
     update reservation_maintenance_periods p
       set next_try_at = :now::timestamptz + place * interval '1 microsecond', planned_device_id = null
     from (select open.reservation_id, row_number() over (order by r.starts_at, r.id) as place
           from open join reservations r on r.id = open.reservation_id) o
     where p.maintenance_period_id = :periodId and p.reservation_id = o.reservation_id`,
    { periodId, now },
  )
}
