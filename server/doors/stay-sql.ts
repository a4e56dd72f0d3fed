import { leftStatuses, type StayFacts } from '../../machines/overstay.ts'
import { wireTime } from '../kernel/sql.ts'

const left = leftStatuses.map((status) => `'${status}'`).join(', ')

/** SQL: when the place of a device first reported after `since` that nobody is there; null = it did not. */
export const leftAfter = (deviceId: string, since: string): string =>
  `(select min(p.at) from device_reports p where p.device_id = ${deviceId} and p.at > ${since} and p.status in (${left}))`

/** SQL: whether reservation n, or its parent, is of the same stay as reservation `alias`, or of the same person. */
export const sameStay = (n: string, alias: string): string =>
  `(coalesce(${n}.user_id = ${alias}.user_id, false) or (select h.follows_id from reservations h where h.id = coalesce(${n}.parent_id, ${n}.id)) is not distinct from ${alias}.id)`

/** SQL: what the place of head reservation `alias` reports about its end, as jsonb: a StayJson. */
export const stayFacts = (alias: string): string => `(
  select jsonb_build_object('status', case when t.has_status then s.status else 'undefined' end, 'reachable', s.reachable,
    'statusAtEnd', (select p.status from device_reports p where p.device_id = d.id and p.at <= ${alias}.ends_at order by p.at desc limit 1),
    'leftAt', ${wireTime(leftAfter('d.id', `${alias}.ends_at`))},
    'goesOn', exists (select from reservations n where n.device_id = d.id and n.state = 'RESERVED' and not n.shared and n.id <> ${alias}.id
      and n.ends_at > ${alias}.ends_at and n.starts_at <= ${alias}.ends_at and ${sameStay('n', alias)}))
  from devices d join device_types t on t.id = d.device_type_id join device_states s on s.device_id = d.id
  where d.id = ${alias}.device_id and d.retired_at is null)`

export interface StayJson extends Pick<StayFacts, 'status' | 'reachable' | 'statusAtEnd' | 'goesOn'> {
  readonly leftAt: string | null
}

/** Facts of rule O-1. */
export function stayOf({ state, end }: Pick<StayFacts, 'state' | 'end'>, { leftAt, ...stay }: StayJson): StayFacts {
  return { ...stay, state, end, leftAt: leftAt === null ? null : new Date(leftAt) }
}

/**
 * SQL: why head reservation `alias` may be opened after its end: `"stayUntil"` of its overstay; before that is
 * detected, `stay`. Both null = no grace period.
 */
export const graceColumns = (alias: string): string => `
  (select o.until_at from overstays o where o.reservation_id = ${alias}.id and o.ended_at is null) as "stayUntil",
  case when ${alias}.ends_at <= clock_timestamp() and ${alias}.ends_at > clock_timestamp() - interval '5 minutes' and ${alias}.state = 'RESERVED'
    and not exists (select from overstays o where o.reservation_id = ${alias}.id) then ${stayFacts(alias)} end as stay,
  case when ${alias}.ends_at <= clock_timestamp() then (select jsonb_object_agg(c.counts_as, c.n) from (
    select counts_as, count(*) as n from control_runs where reservation_id = ${alias}.id and kind = 'path' and counts_as is not null and not given_back
      and created_at >= ${alias}.ends_at group by counts_as) c) end as "usedInGrace"`
