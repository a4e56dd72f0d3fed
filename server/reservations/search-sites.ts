import type { Knex } from 'knex'
import type { SiteHit } from '../../contract/reservations/book.ts'
import { prepared } from '../../db/sql.ts'
import { type Person, readZoneAccess, type ZoneAccess } from '../access/zone-access.ts'
import { mainPictureSql } from '../media/view.ts'
import { distanceM, type Point, pointOf } from '../sites/distance.ts'
import { folded, matchSql, minMatch } from '../sites/match.ts'

type Shown =
  | 'id'
  | 'name'
  | 'address'
  | 'city'
  | 'latitude'
  | 'longitude'
  | 'timeZone'
  | 'distanceM'
  | 'private'
  | 'picture'
/** A site that the caller may see, with the zones that make it visible. */
export interface FoundSite extends Readonly<Pick<SiteHit, Shown>> {
  /** Zones that are open to the person, and those of them that do not block the person. */
  readonly openZoneIds: readonly number[]
  readonly usableZoneIds: readonly number[]
}

interface Row extends Omit<FoundSite, 'distanceM' | 'private' | 'openZoneIds' | 'usableZoneIds'> {
  zoneIds: number[]
  match: number
}

export interface Sought {
  /** 0 = all. */
  readonly siteId: number
  readonly deviceTypeId?: number | undefined
  readonly zoneId?: number | undefined
  readonly query: string
  readonly near?: Point | undefined
}

/**
 * Finds sites at which a person may book (rule A-1): text matches first, then the nearest to `near` or the best match,
 * otherwise by name.
 */
export async function findSites(trx: Knex, person: Person | null, sought: Sought): Promise<FoundSite[]> {
  const zones = await readZoneAccess(trx, person, sought.siteId === 0 ? null : [sought.siteId])
  const open = new Map(zones.filter((zone) => zone.open).map((zone) => [zone.id, zone]))
  if (open.size === 0) return []
  const text = sought.near ? '' : folded(sought.query)
  const rows = await prepared<Row>(trx, sitesSql, {
    siteId: sought.siteId,
    typeId: sought.deviceTypeId ?? null,
    zoneIds: [...open.keys()].filter((id) => sought.zoneId === undefined || id === sought.zoneId),
    query: text,
  })
  const meant = rows.filter((row) => row.match >= minMatch).sort((a, b) => b.match - a.match)
  if (text !== '' && meant.length === 0) return []
  const from = sought.near ?? meant.map(pointOf).find((point) => point !== null) ?? null
  const matching = new Set(meant.map((row) => row.id))
  return rows
    .map((row) => siteOf(row, from, open))
    .sort((a, b) => Number(matching.has(b.id)) - Number(matching.has(a.id)) || nearer(a.distanceM, b.distanceM))
}

/** Sites without a position come last. */
function nearer(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a - b
}

function siteOf(row: Row, from: Point | null, open: ReadonlyMap<number, ZoneAccess>): FoundSite {
  const { zoneIds, match: _, ...site } = row
  const zones = zoneIds.flatMap((id) => open.get(id) ?? [])
  const point = pointOf(row)
  return {
    ...site,
    distanceM: from && point ? distanceM(from, point) : null,
    private: zones.every((zone) => zone.private),
    openZoneIds: zones.map(({ id }) => id),
    usableZoneIds: zones.filter((zone) => !zone.blocked).map(({ id }) => id),
  }
}

const sitesSql = `
  select s.id, coalesce(s.full_name, s.name) as name, l.address, l.city, l.latitude, l.longitude, s.time_zone as "timeZone",
    ${mainPictureSql} as picture,
    array(select zone_id from site_zones where site_id = s.id order by 1) as "zoneIds",
    case when :query = '' then 0 else ${matchSql} end as match
  from sites s left join locations l on l.id = s.location_id
  where (:siteId = 0 or s.id = :siteId)
    and exists (select from site_zones where site_id = s.id and zone_id = any (:zoneIds))
    and (:siteId <> 0 or exists (
      select from devices d where d.site_id = s.id and d.device_type_id = any (array(
          select id from device_types where is_reservable and (:typeId::int is null or id = :typeId::int)))
        and d.retired_at is null and d.maintenance_state = 'Delivery' and not d.is_mandatory and not d.is_optional))
  order by lower(coalesce(s.full_name, s.name)), s.id`
