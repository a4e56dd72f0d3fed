import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { MaintenanceView } from '../../contract/maintenance.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { wireTime } from '../kernel/sql.ts'

/** A change of the periods' view, for the zones of every site that it covers. */
interface PeriodRow {
  readonly version: number
  readonly zoneIds: number[]
  readonly view: MaintenanceView
}

/** SQL: the sites that period m covers. */
const sitesOfPeriod = `select m.site_id where m.site_id is not null
  union select pd.site_id from devices pd where pd.id = m.device_id
  union select pz.site_id from site_zones pz where pz.zone_id = m.zone_id`

/** Days after its end for which a period is shown. */
const shownDays = 90

/** Returns periods by id. */
export async function readPeriods(trx: Knex, ids: readonly number[]): Promise<RoomChange<'maintenance'>[]> {
  return readWhere(trx, 'm.id = any (:ids)', { ids: [...ids] })
}

/** Returns periods that cover something of the scope: planned, active, and ended within the last 90 days. */
export async function readPeriodsOf(trx: Knex, scope: Scope): Promise<RoomChange<'maintenance'>[]> {
  const { sql, bindings } = siteScope(scope, 'covered.site_id')
  const where = scope.all
    ? 'true'
    : `(m.zone_id = any (:zoneIds) or exists (select from (${sitesOfPeriod}) covered where ${sql.replace('?', ':zoneIds')}))`
  return readWhere(
    trx,
    `${where} and coalesce(m.revoked_at, m.ends_at, 'infinity') > now() - interval '${shownDays} days'`,
    scope.all ? {} : { zoneIds: bindings[0] ?? [] },
  )
}

async function readWhere(
  trx: Knex,
  where: string,
  bindings: Record<string, Knex.Value>,
): Promise<RoomChange<'maintenance'>[]> {
  const { rows } = await trx.raw<{ rows: PeriodRow[] }>(
    `select m.version,
       array(select zone_id from site_zones where site_id in (${sitesOfPeriod}) union select m.zone_id where m.zone_id is not null order by 1) as "zoneIds",
       jsonb_build_object('id', m.id, 'scope', m.scope,
         'target', jsonb_build_object('id', coalesce(m.device_id, m.site_id, m.zone_id), 'name', coalesce(d.name, s.name, z.name)),
         'site', case when d.id is not null then jsonb_build_object('id', ds.id, 'name', coalesce(ds.full_name, ds.name)) end,
         'timeZone', coalesce(ds.time_zone, s.time_zone, (select zs.time_zone from sites zs join site_zones sz on sz.site_id = zs.id
            where sz.zone_id = m.zone_id order by zs.id limit 1), 'Europe/Berlin'),
         'start', ${wireTime('m.starts_at')}, 'end', ${wireTime('m.ends_at')}, 'reason', m.reason, 'description', m.description,
         'createdAt', ${wireTime('m.created_at')}, 'createdBy', coalesce(nullif(cu.full_name, ''), cu.username),
         'revokedAt', ${wireTime('m.revoked_at')}, 'revokedBy', coalesce(nullif(ru.full_name, ''), ru.username), 'revokeReason', m.revoke_reason,
         'counts', (select jsonb_build_object('pending', count(*) filter (where outcome = 'pending'),
             'rebooked', count(*) filter (where outcome = 'rebooked'), 'notMoved', count(*) filter (where outcome = 'not-moved'),
             'lostAccess', count(*) filter (where outcome = 'lost-access'), 'canceled', count(*) filter (where outcome = 'canceled'),
             'restored', count(*) filter (where outcome = 'restored'))
           from reservation_maintenance_periods where maintenance_period_id = m.id)) as view
     from maintenance_periods m
     left join devices d on d.id = m.device_id left join sites ds on ds.id = d.site_id
     left join sites s on s.id = m.site_id left join zones z on z.id = m.zone_id
     left join users cu on cu.id = m.created_by left join users ru on ru.id = m.revoked_by
     where ${where} order by m.starts_at, m.id`,
    bindings,
  )
  return rows.map(({ version, zoneIds, view }) =>
    change('maintenance', { id: view.id, version, view, rooms: [...zoneIds.map(rooms.zone), rooms.all()] }),
  )
}

/** Publishes the progress of periods, in a separate transaction that locks their rows only briefly. */
export async function publishPeriods(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.raw(
    `with locked as (select id from maintenance_periods where id = any (?) order by id for no key update)
     update maintenance_periods m set version = nextval('change_version') from locked where m.id = locked.id`,
    [[...ids]],
  )
  await publish(trx, await readPeriods(trx, ids))
}
