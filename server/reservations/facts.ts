import type { Knex } from 'knex'
import type { PlaceFacts } from '../../machines/booking/place.ts'
import { keptRows } from '../sql.ts'

/** A device with everything that decides whether it can be had for a span. */
export interface DeviceFacts extends PlaceFacts {
  readonly deviceId: number
  readonly siteId: number
  readonly typeId: number
  readonly reservable: boolean
  readonly mandatory: boolean
  readonly optional: boolean
  readonly pathNumber: number
  /** The claim's reservation (root of its family) and its person. */
  readonly claimId: number | null
  readonly claimUserId: number | null
}

export interface Span {
  readonly start: Date
  readonly end: Date
}

/** A payment hold is released by the answer of its provider; so long after its end it lapses whatever the provider says. */
export const paymentGraceSeconds = 120

/** SQL: true for a hold (alias given) whose time ran out at :now. Everybody may take its place; no job has to run first. */
export const lapsed = (alias: string): string =>
  `(${alias}.state = 'CREATED' and ${alias}.held_until + case when ${alias}.hold_kind = 'payment' then interval '${paymentGraceSeconds} s' else interval '0' end <= :now)`

/**
 * Devices in use at sites, by id, or (with both) those ids and the mandatory ones of the sites, judged for a span at `now`; ascending by sequence and id. `except` = a reservation whose own claims do not
 * count (it and its children), as when it is moved. Devices out of service (another maintenance state than Delivery) are left out.
 */
export async function readDeviceFacts(
  trx: Knex,
  where: { siteIds?: readonly number[]; deviceIds?: readonly number[] },
  span: Span,
  now: Date,
  except: number | null = null,
): Promise<DeviceFacts[]> {
  return keptRows<DeviceFacts>(
    trx,
    `select d.id as "deviceId", d.site_id as "siteId", d.device_type_id as "typeId", t.is_reservable as reservable, d.is_mandatory as mandatory,
       d.is_optional as optional, d.path_number as "pathNumber", t.has_status as "hasStatus", s.status, s.reachable,
       c.claim, c."heldUntil", c."claimId", c."claimUserId",
       exists (select from device_maintenance m where m.device_id = d.id and m.span && tstzrange(:start, :end, '[)')) as maintenance,
       exists (select from reservations r where r.device_id = d.id and r.state in ('CREATED', 'RESERVED') and not r.shared
               and r.span @> :now::timestamptz and r.state = 'RESERVED') as "inUse"
     from devices d
     join device_types t on t.id = d.device_type_id
     join device_states s on s.device_id = d.id
     left join lateral (
       select case when r.state = 'CREATED' then 'held' else 'taken' end as claim, r.held_until as "heldUntil",
         coalesce(r.parent_id, r.id) as "claimId", r.user_id as "claimUserId"
       from reservations r
       where r.device_id = d.id and r.state in ('CREATED', 'RESERVED') and not r.shared
         and r.span && tstzrange(:start, :end, '[)') and not ${lapsed('r')}
         and coalesce(r.parent_id, r.id) is distinct from :except::int
       order by r.state desc limit 1) c on true
     where ${conditionOf(where)}
       and d.retired_at is null and d.maintenance_state = 'Delivery'
     order by d.sequence_number, d.id`,
    {
      siteIds: [...(where.siteIds ?? [])],
      deviceIds: [...(where.deviceIds ?? [])],
      start: span.start,
      end: span.end,
      now,
      except,
    },
  )
}

function conditionOf({ siteIds, deviceIds }: { siteIds?: readonly number[]; deviceIds?: readonly number[] }): string {
  if (!deviceIds) return 'd.site_id = any (:siteIds)'
  return siteIds
    ? 'd.site_id = any (:siteIds) and (d.id = any (:deviceIds) or d.is_mandatory)'
    : 'd.id = any (:deviceIds)'
}
