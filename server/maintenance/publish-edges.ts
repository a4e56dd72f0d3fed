import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { publish } from '../../db/outbox.ts'
import { deviceChanges } from '../../telemetry/views/device.ts'
import { publishEdges } from '../jobs/publish-edges.ts'

/** Returns the tick that publishes the devices whose maintenance began or ended since its last run. */
export function maintenanceEdges(knex: Knex, { resumeMinutes }: { resumeMinutes: number }): () => Promise<number> {
  return publishEdges({ clock: () => clock(knex), resumeMinutes }, (since, now) =>
    publishMaintenanceEdges(knex, since, now),
  )
}

/**
 * Publishes the devices whose periods began or ended by the clock in (since, now]. Rights do not depend on it: every
 * command checks them.
 */
export async function publishMaintenanceEdges(knex: Knex, since: Date, now: Date): Promise<number> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `with edge as (
       select device_id, site_id, zone_id from maintenance_periods
        where (starts_at > :since and starts_at <= :now) or (ends_at > :since and ends_at <= :now) or (revoked_at > :since and revoked_at <= :now))
     select d.id from devices d
      where d.id in (select device_id from edge) or d.site_id in (select site_id from edge)
         or d.site_id in (select z.site_id from edge join site_zones z using (zone_id))
      order by d.id`,
    { since, now },
  )
  return publishDevices(knex, rows)
}

/** Publishes the devices of one period that a person starts or ends; returns how many. */
export async function publishDevicesOf(knex: Knex, periodId: number): Promise<number> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `select d.id from maintenance_periods m join devices d
       on d.id = m.device_id or d.site_id = m.site_id or d.site_id in (select site_id from site_zones where zone_id = m.zone_id)
     where m.id = ? and m.span @> clock_timestamp() order by d.id`,
    [periodId],
  )
  return publishDevices(knex, rows)
}

/** Maximum number of devices in one transaction; their reports wait for it. */
const atOnce = 200

async function publishDevices(knex: Knex, devices: readonly { id: number }[]): Promise<number> {
  for (let from = 0; from < devices.length; from += atOnce) {
    const ids = devices.slice(from, from + atOnce).map(({ id }) => id)
    await knex.transaction(async (trx) => {
      await trx.raw(
        `with locked as (select device_id from device_states where device_id = any(?) order by device_id for update)
         update device_states s set version = nextval('change_version') from locked where s.device_id = locked.device_id`,
        [ids],
      )
      await publish(trx, await deviceChanges(trx, ids))
    })
  }
  return devices.length
}
