import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { clock } from '../../db/clock.ts'
import { publish } from '../../db/outbox.ts'
import { lastTryAt } from './period-span.ts'

/** Maximum number at once. */
const most = 1_000

interface Missed {
  readonly id: number
  readonly periodId: number
  readonly deviceId: number
  readonly scope: string
  readonly start: Date
  readonly lastTryMinutes: number
  readonly timeZone: string
  readonly periodStart: Date
  readonly periodEnd: Date | null
}

/**
 * Makes booked reservations due that a period has missed (rule MT-4): paid after it was set, or on a device moved to a
 * maintained site. Returns how many.
 */
export async function findMissed(knex: Knex): Promise<number> {
  return knex.transaction(async (trx) => {
    const now = await clock(trx)
    const { rows } = await trx.raw<{ rows: Missed[] }>(
      `select distinct h.id, m.id as "periodId", h.device_id as "deviceId", m.scope, h.starts_at as start,
         coalesce(e.last_rebooking_minutes, 60) as "lastTryMinutes", s.time_zone as "timeZone", m.starts_at as "periodStart", m.ends_at as "periodEnd"
       from maintenance_periods m
       join device_maintenance dm on dm.maintenance_period_id = m.id
       join reservations r on r.device_id = dm.device_id and r.state = 'RESERVED' and r.ends_at > greatest(:now, dm.starts_at)
         and (dm.ends_at is null or r.starts_at < dm.ends_at)
       join reservations h on h.id = coalesce(r.parent_id, r.id)
       join sites s on s.id = h.site_id
       left join events e on e.id = h.event_id
       where m.revoked_at is null and (m.ends_at is null or m.ends_at > :now)
         and not exists (select from reservation_maintenance_periods p where p.reservation_id = h.id and p.maintenance_period_id = m.id)
       order by h.id, m.id limit ${most}`,
      { now },
    )
    if (rows.length === 0) return 0
    const made = rows.map(({ id, periodId, deviceId, scope, periodStart, periodEnd, ...own }) => ({
      reservation_id: id,
      maintenance_period_id: periodId,
      outcome: 'pending',
      from_device_id: deviceId,
      tries: 0,
      next_try_at: now,
      last_try_at: scope === 'device' ? lastTryAt({ start: periodStart, end: periodEnd }, own, now) : null,
      at: now,
    }))
    await trx('reservation_maintenance_periods')
      .insert(made)
      .onConflict(['reservation_id', 'maintenance_period_id'])
      .ignore()
    const periodIds = [...new Set(rows.map(({ periodId }) => periodId))]
    await publish(trx, [], fact('maintenance.progressed', { periodIds }))
    return rows.length
  })
}
