import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { revoke } from '../../contract/maintenance.ts'
import { clock } from '../../db/clock.ts'
import { publish } from '../../db/outbox.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../bus/actor.ts'
import { handle } from '../bus/handle.ts'
import { readPeriods } from './period-view.ts'
import { maySetMaintenance } from './target.ts'

/**
 * Ends a period early, or takes a planned one back (rule MT-12): booking and control go at once. Who was not moved has his place again, and is told by
 * the same work that told him that he lost it.
 */
export default handle(revoke, async ({ input, actor, trx, refuse }) => {
  if (!maySetMaintenance(actor)) return refuse('not-authorized')
  const period = await lockPeriod(trx, actor, input.periodId)
  if (!period) return refuse('not-found')
  const now = await clock(trx)
  if (period.revoked_at || (period.ends_at && period.ends_at <= now)) return refuse('maintenance-over')
  await trx('maintenance_periods')
    .where({ id: input.periodId })
    .update({
      revoked_at: now,
      revoked_by: actor.userId,
      revoke_reason: input.reason,
      modified_by: actor.userId,
      version: trx.raw(`nextval('change_version')`),
    })
  await giveBack(trx, input.periodId, now)
  const { periodId } = input
  await publish(trx, await readPeriods(trx, [periodId]), fact('maintenance.revoked', { periodId }))
  return { revokedAt: now.toISOString() }
})

/** The period under its lock, if its target lies in the actor's zones. */
async function lockPeriod(
  trx: Knex.Transaction,
  actor: UserActor,
  id: number,
): Promise<{ ends_at: Date | null; revoked_at: Date | null } | null> {
  const { sql, bindings } = siteScope(scopeOf(actor), 'coalesce(m.site_id, d.site_id)')
  const { rows } = await trx.raw<{ rows: { ends_at: Date | null; revoked_at: Date | null }[] }>(
    `select m.ends_at, m.revoked_at from maintenance_periods m left join devices d on d.id = m.device_id
     where m.id = ? and (case when m.zone_id is null then ${sql} else ?::boolean or m.zone_id = any (?) end) for no key update of m`,
    [id, ...bindings, actor.seesAll, [...actor.zoneIds]],
  )
  return rows[0] ?? null
}

/** Whoever waits or has lost his place is dealt with at once, in order of the start. */
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
