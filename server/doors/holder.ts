import type { Knex } from 'knex'
import type { BoughtRules } from '../../contract/reservations/view.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import type { HeldFacts } from '../../machines/control.ts'
import type { Action } from '../../machines/device.ts'
import type { ReservationState } from '../../machines/reservation-rules.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { deviceFields } from '../claims/device-fields.ts'
import { type GraceRow, graceOf } from './grace.ts'
import { othersStay } from './others-stay.ts'
import { graceColumns } from './stay-sql.ts'

export interface HolderDevice {
  readonly id: number
  readonly gatewayId: number
  readonly name: string
  /** The one that was booked. */
  readonly main: boolean
  readonly mandatory: boolean
  readonly barrier: 'entrance' | 'exit' | null
  readonly sequenceNumber: number
  /** -1 = belongs to every path. */
  readonly pathNumber: number
  readonly pathName: string | null
  readonly pathIcon: string | null
  readonly postActionDelayMs: number
  readonly controls: readonly Action[]
  /** close, open, pin, qr, licensePlate, rfidToken */
  readonly access: readonly string[]
}

/** A reservation that gives somebody a right, with its devices in ascending sequence number (then id). */
export interface HeldReservation {
  readonly reservationId: number
  readonly number: number
  readonly siteId: number
  readonly userId: number | null
  readonly state: ReservationState
  readonly start: Date
  readonly end: Date
  /** End of the grace period of what it still occupies (rule O-2); null = none. */
  readonly graceUntil: Date | null
  readonly prebookMinMinutes: number
  /** Its person is blocked in the zone of the booking. */
  readonly blocked: boolean
  readonly entriesUsed: number
  readonly entryLimit: number
  readonly exitsUsed: number
  readonly exitLimit: number
  /** As bought. */
  readonly rules: BoughtRules
  readonly devices: readonly HolderDevice[]
  readonly pin: string | null
  readonly rfidToken: string | null
  readonly licencePlate: string | null
  readonly useAutomaticAccess: boolean
  /** The database's time of this state; under a lock, the time of the lock. */
  readonly at: Date
}

/** SQL: the devices of head reservation r and its children as jsonb, in the order in which one passes them. */
export const heldDevices = `coalesce((
  select jsonb_agg(${deviceFields} || jsonb_build_object('gatewayId', d.gateway_id, 'main', f.id = r.id, 'mandatory', d.is_mandatory,
      'postActionDelayMs', d.post_action_delay_ms, 'controls', dt.controls,
      'barrier', (select b.type from barriers b where b.device_id = d.id order by b.id limit 1))
    order by d.sequence_number, d.id)
  from reservations f join devices d on d.id = f.device_id join device_types dt on dt.id = d.device_type_id
  where (f.id = r.id or f.parent_id = r.id) and f.state = r.state and d.retired_at is null), '[]')`

/**
 * SQL: whether the person of reservation r is blocked in the zone of its access time e, or without one in any zone of
 * the site.
 */
export const heldBlocked = `exists (select from blocked_users b where b.user_id = r.user_id and b.state = 'blocked'
  and case when e.id is not null then b.zone_id = e.zone_id else b.zone_id in (select zone_id from site_zones where site_id = r.site_id) end)`

const heldSql = `
  select r.id as "reservationId", r.number, r.site_id as "siteId", r.user_id as "userId", r.state, r.starts_at as start, r.ends_at as end,
    ${heldBlocked} as blocked, r.entries_used as "entriesUsed", r.exits_used as "exitsUsed", r.rules, ${heldDevices} as devices,
    r.pin, r.rfid_token as "rfidToken", r.licence_plate as "licencePlate", r.use_automatic_access as "useAutomaticAccess",
    clock_timestamp() as at, ${graceColumns('r')}
  from reservations r left join events e on e.id = r.event_id
  where r.id = :id and r.parent_id is null`

type Row = Omit<HeldReservation, 'prebookMinMinutes' | 'entryLimit' | 'exitLimit' | 'graceUntil' | 'rules'> &
  GraceRow & { rules: Partial<BoughtRules> }

/** Reads the reservation without a lock: it may be outdated when used. Null = there is none, or it is a child. */
export async function readHeld(trx: Knex, reservationId: number): Promise<HeldReservation | null> {
  const [row] = await prepared<Row>(trx, heldSql, { id: reservationId })
  if (!row) return null
  const rules = boughtRules(row.rules)
  const grace = graceOf(row, { ...row, rules }, row.at)
  return { ...row, ...grace, rules, prebookMinMinutes: rules.prebookMinMinutes }
}

/** Locks the reservation, which guards its family and its runs. `of` = only if it is this person's. */
export async function lockHeld(trx: Knex.Transaction, id: number, of?: number): Promise<HeldReservation | null> {
  const [locked, held] = await pipelined([lockingHeld(trx, id, of), readHeld(trx, id)])
  return locked ? held : null
}

/**
 * Takes that lock; returns whether there is such a reservation. Sent at once, so that reads can follow without waiting
 * (pipelined).
 */
export async function lockingHeld(trx: Knex.Transaction, reservationId: number, of?: number): Promise<boolean> {
  return (await prepared(trx, lockSql, { id: reservationId, of: of ?? null })).length > 0
}

const lockSql = `select id from reservations where id = :id and parent_id is null and (:of::int is null or user_id = :of) for no key update`

/**
 * Returns a reservation's facts for the rules about one of its devices. `counts` = the kind of opening this would be,
 * null = already counted.
 */
export async function heldFacts(
  trx: Knex,
  held: HeldReservation,
  deviceId: number,
  counts: 'entry' | 'exit' | null,
): Promise<HeldFacts> {
  const entries = { used: held.entriesUsed, limit: held.entryLimit }
  const exits = { used: held.exitsUsed, limit: held.exitLimit }
  return {
    ...held,
    othersStay: await othersStay(trx, held.reservationId, deviceId),
    // Read only before the start: afterwards nobody else can have the device.
    othersRun: held.at < held.start && (await othersRun(trx, held.reservationId, deviceId)),
    openings: counts === null ? null : counts === 'entry' ? entries : exits,
  }
}

/** Returns whether a reservation outside of the same stay has the device to itself now. */
async function othersRun(trx: Knex, reservationId: number, deviceId: number): Promise<boolean> {
  const [row] = await prepared<{ runs: boolean }>(
    trx,
    `with recursive stay as (
       select id, follows_id from reservations where id = :id
       union all select r.id, r.follows_id from reservations r join stay s on r.id = s.follows_id)
     select exists (select from reservations o where o.device_id = :deviceId and o.state = 'RESERVED' and not o.shared
       and o.ends_at > clock_timestamp() and o.starts_at <= clock_timestamp()
       and coalesce(o.parent_id, o.id) not in (select id from stay)) as runs`,
    { id: reservationId, deviceId },
  )
  return row?.runs ?? false
}
