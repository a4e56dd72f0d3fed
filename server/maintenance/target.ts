import type { Knex } from 'knex'
import type { ModelClass } from 'objection'
import type { MaintenanceScope } from '../../contract/maintenance.ts'
import type { Entity } from '../../db/models/entity.ts'
import { Zone } from '../../db/models/people.ts'
import { Device, Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Target of maintenance. Its name is also the safety word. */
export interface Target {
  readonly scope: MaintenanceScope
  readonly id: number
  readonly name: string
  readonly timeZone: string
  /** Every site at which it covers something, ascending. */
  readonly siteIds: readonly number[]
  /** Devices in use that it covers. */
  readonly devices: number
}

/** SQL: whether device d belongs to the target :targetId. */
export const covers: Readonly<Record<MaintenanceScope, string>> = {
  device: 'd.id = :targetId',
  site: 'd.site_id = :targetId',
  zone: 'd.site_id in (select site_id from site_zones where zone_id = :targetId)',
}

/**
 * Returns whether the actor may set maintenance: super managers who bought the product in their zones, admins
 * everywhere (rule MT-1).
 */
export function maySetMaintenance(actor: UserActor): boolean {
  if (actor.role === 'Admin') return true
  return actor.role === 'Reservation Manager' && actor.type === 'SUPER' && actor.features.has('MAINTENANCE')
}

/** Returns the target if it is in the actor's zones, otherwise null. */
export async function readTarget(
  trx: Knex,
  actor: UserActor,
  { scope, targetId }: { scope: MaintenanceScope; targetId: number },
): Promise<Target | null> {
  const named = await readName(trx, actor, scope, targetId)
  if (named === null) return null
  const { rows } = await trx.raw<{ rows: { siteIds: number[]; devices: number; timeZone: string | null }[] }>(
    `select ${sitesOf[scope]} as "siteIds",
       (select count(*)::int from devices d where d.retired_at is null and ${covers[scope]}) as devices,
       (select time_zone from sites where id = any (${sitesOf[scope]}) order by id limit 1) as "timeZone"`,
    { targetId },
  )
  const [found] = rows
  if (!found) throw new Error(`${scope} ${targetId} cannot be read`)
  return { scope, id: targetId, name: named, ...found, timeZone: found.timeZone ?? 'Europe/Berlin' }
}

const sitesOf: Readonly<Record<MaintenanceScope, string>> = {
  device: 'array(select site_id from devices where id = :targetId)',
  site: 'array(select id from sites where id = :targetId)',
  zone: 'array(select site_id from site_zones where zone_id = :targetId order by 1)',
}

async function readName(trx: Knex, actor: UserActor, scope: MaintenanceScope, id: number): Promise<string | null> {
  const models: Readonly<Record<MaintenanceScope, ModelClass<Entity & { name: string }>>> = {
    device: Device,
    site: Site,
    zone: Zone,
  }
  const query = models[scope].query(trx).findById(id).modify('visibleTo', actor)
  const found = await (scope === 'device' ? query.modify('inUse') : query)
  return found?.name ?? null
}
