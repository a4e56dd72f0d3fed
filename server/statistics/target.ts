import type { Knex } from 'knex'
import type { StatisticScope } from '../../contract/statistics.ts'
import { many, one } from '../../db/sql.ts'
import { seesDevice, seesSite } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Current target of figures. Retired devices belong to none. */
export interface Target {
  /** The one device; null = everything at the sites. */
  readonly deviceId: number | null
  readonly siteIds: readonly number[]
  readonly deviceIds: readonly number[]
  /** Those of them that can be reserved separately. */
  readonly placeIds: readonly number[]
  readonly timeZone: string
}

/**
 * Returns the device, site or zone if the actor may see it, otherwise null. A zone has the time zone of its first site.
 */
export async function readTarget(
  trx: Knex,
  actor: UserActor,
  scope: StatisticScope,
  id: number,
): Promise<Target | null> {
  const siteIds = await sitesOf(trx, actor, scope, id)
  if (siteIds === null) return null
  const deviceId = scope === 'device' ? id : null
  const devices = await many<{ id: number; place: boolean }>(
    trx,
    `SELECT d.id, t.is_reservable AS place FROM devices d JOIN device_types t ON t.id = d.device_type_id
     WHERE d.retired_at IS NULL AND d.site_id = ANY (?) AND (?::integer IS NULL OR d.id = ?) ORDER BY d.id`,
    [[...siteIds], deviceId, deviceId],
  )
  const { zone } = await one<{ zone: string }>(
    trx,
    `SELECT coalesce((SELECT time_zone FROM sites WHERE id = ANY (?) ORDER BY id LIMIT 1),
       (SELECT t.time_zone FROM zones z JOIN tenants t ON t.id = z.tenant_id WHERE z.id = ?)) AS zone`,
    [[...siteIds], id],
  )
  return {
    deviceId,
    siteIds,
    deviceIds: devices.map((device) => device.id),
    placeIds: devices.filter(({ place }) => place).map((device) => device.id),
    timeZone: zone,
  }
}

async function sitesOf(trx: Knex, actor: UserActor, scope: StatisticScope, id: number): Promise<number[] | null> {
  if (scope === 'site') return (await seesSite(trx, actor, id)) ? [id] : null
  if (scope === 'device') {
    if (!(await seesDevice(trx, actor, id))) return null
    return [(await one<{ site_id: number }>(trx, 'SELECT site_id FROM devices WHERE id = ?', [id])).site_id]
  }
  if (!actor.seesAll && !actor.zoneIds.includes(id)) return null
  const found = await many<{ site_ids: number[] }>(
    trx,
    'SELECT array(SELECT site_id FROM site_zones WHERE zone_id = z.id ORDER BY site_id) AS site_ids FROM zones z WHERE z.id = ?',
    [id],
  )
  return found[0]?.site_ids ?? null
}
