import type { Knex } from 'knex'
import type { BoughtRules } from '../../contract/reservations/view.ts'
import { many, prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import type { TariffStage } from '../../machines/booking/types.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import type { PlainVerb, ReservationRefusal } from '../../machines/reservation-events.ts'
import type { ReservationFacts } from '../../machines/reservation-rules.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { expired } from './facts.ts'

/** Facts needed only for opening. */
type Unread = 'graceUntil' | 'othersRun' | 'blocked'

/** A main reservation under its lock, as its verbs need it. Times are instants, money is in cents. */
export interface LockedReservation extends Required<Omit<ReservationFacts, Unread>> {
  readonly id: number
  readonly number: number
  readonly userId: number | null
  readonly siteId: number
  readonly timeZone: string
  readonly deviceId: number
  readonly typeId: number
  readonly eventId: number | null
  readonly followsId: number | null
  readonly licencePlate: string | null
  readonly note: string | null
  readonly rfidToken: string | null
  readonly pin: string | null
  readonly useAutomaticAccess: boolean
  /** Acceptance for this booking also covers later ones. */
  readonly rememberDocuments: boolean
  readonly priceCents: number
  readonly paymentMethod: 'free' | 'credit' | 'card' | 'cost-center' | null
  readonly costCenterId: number | null
  readonly managedBy: number | null
  readonly rules: Partial<BoughtRules> & { stages?: TariffStage[]; taxRatePercent?: number; tenantId?: number }
  /** Devices of the children that claim their own time, and of all children. */
  readonly claimedChildIds: readonly number[]
  readonly childDeviceIds: readonly number[]
  /** The database's time at the lock. */
  readonly now: Date
}

/** Who may act on a reservation: its owner, or an operator of its zones. */
type Side = 'owner' | 'operator' | 'either'

/** Locks a reservation with its family. Null = it does not exist for the actor. */
export async function lockReservation(
  trx: Knex.Transaction,
  actor: UserActor,
  id: number,
  as: Side = 'owner',
): Promise<LockedReservation | null> {
  const may = allowedActions(actor, as)
  return lockWhere(trx, id, may.sql, may.bindings)
}

/** Locks a reservation if it allows a verb now. Refuses not-found, or the verb with the reason of its life cycle. */
export async function lockFor<V extends PlainVerb>(
  trx: Knex.Transaction,
  actor: UserActor,
  id: number,
  verb: V,
  refuse: Refuse<'not-found' | ReservationRefusal<V>>,
  as: Side = 'owner',
): Promise<LockedReservation> {
  const own = await lockReservation(trx, actor, id, as)
  if (!own) return refuse('not-found')
  const code = reservationRefusal(verb, own, own.now)
  return code ? refuse(code) : own
}

/** Reads the same without a lock: it may be outdated when used. */
export async function findReservation(
  trx: Knex,
  actor: UserActor,
  id: number,
  as: Side = 'owner',
): Promise<LockedReservation | null> {
  const may = allowedActions(actor, as)
  const sql = `${lockedSql} and r.parent_id is null and (${may.sql})`
  const [own] = await many<LockedReservation>(trx, sql, { id, ...may.bindings })
  return own ?? null
}

/** Locks a reservation with its family for work without an actor: payments, jobs. */
export async function lockAnyReservation(trx: Knex.Transaction, id: number): Promise<LockedReservation | null> {
  return lockWhere(trx, id, 'true', {})
}

/** Returns whether an actor may manage the reservations in their zones. */
export function mayOperate(actor: UserActor): boolean {
  return ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'].some((feature) => actor.features.has(feature))
}

/** SQL: whether the actor may act on reservation r. */
function allowedActions(actor: UserActor, as: Side) {
  return {
    sql: `(:owner and r.user_id = :userId) or (:operator and (:all or exists (
       select from site_zones sz where sz.site_id = r.site_id and sz.zone_id = any (:zoneIds))))`,
    bindings: {
      owner: as !== 'operator',
      operator: as !== 'owner' && mayOperate(actor),
      userId: actor.userId,
      all: actor.seesAll,
      zoneIds: [...actor.zoneIds],
    },
  }
}

async function lockWhere(
  trx: Knex.Transaction,
  id: number,
  may: string,
  bindings: Partial<ReturnType<typeof allowedActions>['bindings']>,
): Promise<LockedReservation | null> {
  // The main reservation's row is locked first; then nobody changes its children without it. Later reads see the locked
  // state.
  const [[locked], [own]] = await pipelined([
    prepared(
      trx,
      `select from reservations r where r.id = :id and r.parent_id is null and (${may}) for no key update`,
      {
        id,
        ...bindings,
      },
    ),
    prepared<LockedReservation>(trx, lockedSql, { id }),
  ])
  return locked && own ? own : null
}

const lockedSql = `
  select r.id, r.number, r.user_id as "userId", r.site_id as "siteId", s.time_zone as "timeZone", r.device_id as "deviceId",
    d.device_type_id as "typeId", r.event_id as "eventId", r.follows_id as "followsId",
    r.follows_id is not null as "followUp", exists (select from reservations f where f.follows_id = r.id
      and f.state in ('CREATED', 'RESERVED') and not ${expired('f', 'clock_timestamp()')}) as followed,
    r.starts_at as start, r.ends_at as end, r.state, r.hold_kind as "holdKind", r.held_until as "heldUntil", r.licence_plate as "licencePlate",
    r.note, r.rfid_token as "rfidToken", r.pin, r.use_automatic_access as "useAutomaticAccess", r.remember_accept_documents_decision as "rememberDocuments", r.price_cents as "priceCents",
    r.payment_method as "paymentMethod", r.cost_center_id as "costCenterId", r.managed_by as "managedBy", r.rules,
    r.timed_out as "timedOut", coalesce((r.rules ->> 'prebookMinMinutes')::int, 0) as "prebookMinMinutes",
    coalesce((r.rules ->> 'guestTicketAllowed')::boolean, (select guest_ticket_allowed from events where id = r.event_id), false) as "guestTicketAllowed",
    array(select c.device_id from reservations c where c.parent_id = r.id and not c.shared order by 1) as "claimedChildIds",
    array(select c.device_id from reservations c where c.parent_id = r.id order by 1) as "childDeviceIds",
    clock_timestamp() as now
  from reservations r join sites s on s.id = r.site_id join devices d on d.id = r.device_id
  where r.id = :id`
