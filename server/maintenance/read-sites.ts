import type { Knex } from 'knex'
import { type DeviceFacts, expired } from '../claims/facts.ts'
import type { PeriodSpan } from './period-span.ts'
import type { ClaimedSpan, ClosedSpan, Site } from './plan.ts'
import { covers, type Target } from './target.ts'

/**
 * Returns sites with their devices and everything that claims or closes them from `now` on, planned places included.
 * `planning` = a period not set yet that counts too.
 */
export async function readSites(
  trx: Knex,
  siteIds: readonly number[],
  now: Date,
  planning: { target: Target; span: PeriodSpan } | null = null,
): Promise<Map<number, Site>> {
  if (siteIds.length === 0) return new Map()
  const devices = await readDevices(trx, siteIds)
  const claims = await readClaims(trx, siteIds, now)
  const closed = await readClosed(trx, siteIds, now)
  if (planning) closed.push(...(await closedBy(trx, siteIds, planning)))
  const siteOf = new Map(devices.map(({ deviceId, siteId }) => [deviceId, siteId]))
  const of = <T extends { deviceId: number }>(all: readonly T[], siteId: number) =>
    all.filter(({ deviceId }) => siteOf.get(deviceId) === siteId)
  return new Map(
    siteIds.map((id) => [id, { devices: of(devices, id), claims: of(claims, id), closed: of(closed, id) }]),
  )
}

async function readDevices(trx: Knex, siteIds: readonly number[]): Promise<DeviceFacts[]> {
  const { rows } = await trx.raw<{ rows: DeviceFacts[] }>(
    `select d.id as "deviceId", d.site_id as "siteId", d.device_type_id as "typeId", t.is_reservable as reservable, d.is_mandatory as mandatory,
       d.is_optional as optional, d.path_number as "pathNumber", t.has_status as "hasStatus", s.status, s.reachable,
       (select max(until_at) from overstays o where o.device_id = d.id and o.ended_at is null) as "graceUntil",
       null as claim, null as "heldUntil", false as maintenance, false as "inUse"
     from devices d join device_types t on t.id = d.device_type_id join device_states s on s.device_id = d.id
     where d.site_id = any (:siteIds) and d.retired_at is null and d.maintenance_state = 'Delivery'
     order by d.sequence_number, d.id`,
    { siteIds: [...siteIds] },
  )
  return rows
}

/** SQL: milliseconds since 1970 of a timestamp; Infinity if empty. */
const ms = (column: string): string => `coalesce(extract(epoch from ${column}) * 1000, 'Infinity')::float8`

async function readClaims(trx: Knex, siteIds: readonly number[], now: Date): Promise<ClaimedSpan[]> {
  const { rows } = await trx.raw<{ rows: ClaimedSpan[] }>(
    `select coalesce(r.parent_id, r.id) as "headId", r.device_id as "deviceId", ${ms('r.starts_at')} as start, ${ms('r.ends_at')} as end,
       r.state = 'CREATED' as held
     from reservations r
     where r.site_id = any (:siteIds) and r.state not in ('CANCELED', 'STORNO') and not r.shared and r.span && tstzrange(:now, null, '[)')
       and not ${expired('r')}
     union all
     select r.id, p.planned_device_id, ${ms('r.starts_at')}, ${ms('r.ends_at')}, false
     from reservation_maintenance_periods p join reservations r on r.id = p.reservation_id
     where p.planned_device_id is not null and r.site_id = any (:siteIds) and r.state = 'RESERVED'
     order by 3, 1`,
    { siteIds: [...siteIds], now },
  )
  return rows
}

async function readClosed(trx: Knex, siteIds: readonly number[], now: Date): Promise<ClosedSpan[]> {
  const { rows } = await trx.raw<{ rows: ClosedSpan[] }>(
    `select m.device_id as "deviceId", ${ms('m.starts_at')} as start, ${ms('m.ends_at')} as end
     from device_maintenance m join devices d on d.id = m.device_id
     where d.site_id = any (:siteIds) and (m.ends_at is null or m.ends_at > :now)`,
    { siteIds: [...siteIds], now },
  )
  return rows
}

async function closedBy(
  trx: Knex,
  siteIds: readonly number[],
  { target, span }: { target: Target; span: PeriodSpan },
): Promise<ClosedSpan[]> {
  const { rows } = await trx.raw<{ rows: { deviceId: number }[] }>(
    `select d.id as "deviceId" from devices d where d.site_id = any (:siteIds) and ${covers[target.scope]}`,
    { siteIds: [...siteIds], targetId: target.id },
  )
  const [start, end] = [span.start.getTime(), span.end?.getTime() ?? Number.POSITIVE_INFINITY]
  return rows.map(({ deviceId }) => ({ deviceId, start, end }))
}
