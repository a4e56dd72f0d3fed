import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { PlaceFacts } from '../../machines/booking/place.ts'
import { paymentGraceMs } from '../../machines/reservation-rules.ts'

/** All facts that decide whether a device is available in a span. */
export interface Facts extends PlaceFacts {
  readonly siteId: number
  readonly typeId: number
  readonly reservable: boolean
  readonly mandatory: boolean
  readonly optional: boolean
  readonly pathNumber: number
}
/** A device with its facts. */
export interface DeviceFacts extends Facts {
  readonly deviceId: number
}
/** A number of identical devices. */
export interface AlikeFacts extends Facts {
  readonly count: number
}

export interface Span {
  readonly start: Date
  readonly end: Date
}

/** The same as paymentGraceMs, for SQL. */
export const paymentGraceSeconds = paymentGraceMs / 1_000

/**
 * SQL: true for a hold (alias given) that has expired by :now (or `at`). Everybody may take its place; no job has to
 * run first.
 */
export const expired = (alias: string, at = ':now'): string =>
  `(${alias}.state = 'CREATED' and ${alias}.held_until + case when ${alias}.hold_kind = 'payment' then interval '${paymentGraceSeconds} s' else interval '0' end <= ${at})`

/**
 * Reads devices in service at sites, by id, or (both) those ids and the mandatory ones of the sites; by sequence.
 * Claims of `except` do not count.
 */
export async function readDeviceFacts(
  trx: Knex,
  where: { siteIds?: readonly number[]; deviceIds?: readonly number[] },
  span: Span,
  now: Date,
  except: number | null = null,
): Promise<DeviceFacts[]> {
  const given = { siteIds: [...(where.siteIds ?? [])], start: span.start, end: span.end, now, except }
  if (where.deviceIds)
    return prepared<DeviceFacts>(trx, factsByDevice(where), { ...given, deviceIds: [...where.deviceIds] })
  const alike = await prepared<Alike>(trx, isLong(span) ? factsBySiteLong : factsBySite, given)
  return alike
    .flatMap(({ deviceIds, sequences, ...facts }) =>
      deviceIds.map((deviceId, index) => ({ sequence: sequences[index] ?? 0, device: { ...facts, deviceId } })),
    )
    .sort((a, b) => a.sequence - b.sequence || a.device.deviceId - b.device.deviceId)
    .map(({ device }) => device)
}

/** Returns groups of equivalent devices with their count, read as above, in the order of the first of each. */
export function readAlikeFacts(
  trx: Knex,
  siteIds: readonly number[],
  span: Span,
  now: Date,
  except: number | null = null,
): Promise<AlikeFacts[]> {
  const given = { siteIds: [...siteIds], start: span.start, end: span.end, now, except }
  return prepared<AlikeFacts>(trx, isLong(span) ? countsBySiteLong : countsBySite, given)
}

/** Groups of equivalent devices, with the sequence of each. One row is read much faster than fifty. */
interface Alike extends Facts {
  readonly deviceIds: readonly number[]
  readonly sequences: readonly number[]
}

const columns = `d.site_id as "siteId", d.device_type_id as "typeId", t.is_reservable as reservable, d.is_mandatory as mandatory,
  d.is_optional as optional, d.path_number as "pathNumber", t.has_status as "hasStatus", s.status, s.reachable,
  c.claim, c."heldUntil", stay."graceUntil"`
const used = `devices d
  join device_types t on t.id = d.device_type_id
  join device_states s on s.device_id = d.id
  left join (select device_id, max(until_at) as "graceUntil" from overstays where ended_at is null group by device_id) stay on stay.device_id = d.id`
const inService = "d.retired_at is null and d.maintenance_state = 'Delivery'"
const claim = `case when r.state = 'CREATED' then 'held' else 'taken' end as claim, r.held_until as "heldUntil"`
const overlaps = `r.span && tstzrange(:start, :end, '[)') and not ${expired('r')} and coalesce(r.parent_id, r.id) is distinct from :except::int`
const runsNow = "r.span @> :now::timestamptz and r.state <> 'CREATED'"

/**
 * SQL: true for a claim of time, live or expired. Worded like the overlap constraint, so that the index
 * reservations_site_span applies.
 */
export const claimsOfSite = (alias: string): string =>
  `${alias}.state not in ('CANCELED', 'STORNO') and not ${alias}.shared`
const claimsOfDevice = "r.state in ('CREATED', 'RESERVED') and not r.shared"

/** For few devices: each looks up its own claims. */
const factsByDevice = (where: { siteIds?: readonly number[] }): string => `
  select d.id as "deviceId", ${columns},
    exists (select from device_maintenance m where m.device_id = d.id and m.span && tstzrange(:start, :end, '[)')) as maintenance,
    exists (select from reservations r where r.device_id = d.id and ${claimsOfDevice} and ${runsNow}) as "inUse"
  from ${used}
  left join lateral (select ${claim} from reservations r where r.device_id = d.id and ${claimsOfDevice} and ${overlaps} order by r.state desc, r.id limit 1) c on true
  where ${where.siteIds ? 'd.site_id = any (:siteIds) and (d.id = any (:deviceIds) or d.is_mandatory)' : 'd.id = any (:deviceIds)'} and ${inService}
  order by d.sequence_number, d.id`

/** In a long span most devices have many claims: the first of each is enough. */
const isLong = ({ start, end }: Span): boolean => end.getTime() - start.getTime() > 3 * 86_400_000

/**
 * In a subselect, so that a custom plan for one site looks no cheaper than the generic one: planning takes longer than
 * running.
 */
const sites = '(select :siteIds::int[])::int[]'

/** The claims of each site at once, which costs a tenth of a lookup per device. */
const claimsAtOnce = `
    select distinct on (c.device_id) c.* from unnest(${sites}) as site (id)
    cross join lateral (select r.id, r.device_id, r.state, ${claim} from reservations r where r.site_id = site.id and ${claimsOfSite('r')} and ${overlaps}) as c
    order by c.device_id, c.state desc, c.id`

/** Any claim of each device, a booked one before a hold. */
const claimsOneByOne = `
    select d.id as device_id, c.* from devices d
    cross join lateral (
      (select ${claim} from reservations r where r.device_id = d.id and ${claimsOfDevice} and r.state = 'RESERVED' and ${overlaps} limit 1)
      union all
      (select ${claim} from reservations r where r.device_id = d.id and ${claimsOfDevice} and r.state = 'CREATED' and ${overlaps} limit 1)
      limit 1) as c
    where d.site_id = any (${sites})`

/**
 * CTEs up to `alike`: for whole sites, equivalent devices in one row, with `also`. Most are free, so devices with
 * claims are found first.
 */
const alikeOfSites = (claims: string, also: string): string => `
  with claims as materialized (${claims}),
  busy as (
    select r.device_id from unnest(${sites}) as site (id)
    cross join lateral (select r.device_id from reservations r where r.site_id = site.id and ${claimsOfSite('r')} and ${runsNow}) as r),
  touched as materialized (
    select device_id, max(claim) as claim, max("heldUntil") as "heldUntil", max("graceUntil") as "graceUntil", bool_or(maintenance) as maintenance, bool_or("inUse") as "inUse"
    from (
      select device_id, claim, "heldUntil", null::timestamptz as "graceUntil", false as maintenance, false as "inUse" from claims
      union all select device_id, null, null, null, false, true from busy
      union all select m.device_id, null, null, null, true, false from device_maintenance m where m.span && tstzrange(:start, :end, '[)')
      union all select device_id, null, null, until_at, false, false from overstays where ended_at is null) as touch
    group by device_id),
  alike as (
    select d.site_id as "siteId", d.device_type_id as "typeId", d.is_mandatory as mandatory, d.is_optional as optional, d.path_number as "pathNumber",
      s.status, s.reachable, x.claim, x."heldUntil", x."graceUntil", x.maintenance, x."inUse", ${also}
    from devices d join device_states s on s.device_id = d.id left join touched x on x.device_id = d.id
    where d.site_id = any (${sites}) and ${inService} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)`
const factsOfAlike = `a."siteId", a."typeId", t.is_reservable as reservable, a.mandatory, a.optional, a."pathNumber", t.has_status as "hasStatus", a.status, a.reachable,
    a.claim, a."heldUntil", a."graceUntil", coalesce(a.maintenance, false) as maintenance, coalesce(a."inUse", false) as "inUse"`
/** The grouping of equivalent devices. */
const listed = (claims: string): string => `
  ${alikeOfSites(claims, `array_agg(d.id) as "deviceIds", array_agg(d.sequence_number) as sequences`)}
  select ${factsOfAlike}, a."deviceIds", a.sequences from alike a join device_types t on t.id = a."typeId"`
const factsBySite = listed(claimsAtOnce)
const factsBySiteLong = listed(claimsOneByOne)

/** The count of equivalent devices; their order as one number, which is cheaper than sorting them all. */
const counted = (claims: string): string => `
  ${alikeOfSites(claims, `count(*)::int as count, min((d.sequence_number::bigint << 32) + d.id) as place`)}
  select ${factsOfAlike}, a.count from alike a join device_types t on t.id = a."typeId" order by a.place`
const countsBySite = counted(claimsAtOnce)
const countsBySiteLong = counted(claimsOneByOne)
