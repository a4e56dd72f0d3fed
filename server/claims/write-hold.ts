import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { holdMs } from '../../machines/reservation-rules.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { note } from './append-history.ts'
import { claiming } from './claim.ts'
import type { DeviceFacts, Span } from './facts.ts'
import type { LockedReservation } from './own.ts'
import type { SiteAccessTime } from './read-access-times.ts'

/** Data of a new reservation besides its devices. */
export interface NewReservation {
  readonly siteId: number
  readonly userId: number | null
  readonly managedBy?: number | null
  readonly span: Span
  /** Null = none, as when an operator reserves for somebody. */
  readonly accessTime: SiteAccessTime | null
  readonly priceCents: number
  readonly followsId?: number | null
  readonly note?: string | null | undefined
  readonly licencePlate?: string | null | undefined
  readonly rfidToken?: string | null | undefined
  readonly pin?: string | null
  readonly useAutomaticAccess?: boolean | undefined
  readonly rememberAcceptDocumentsDecision?: boolean | undefined
  readonly siteFromSearchResults?: number | null
  readonly timePeriodIndex?: number | undefined
}

/**
 * Writes a hold of a place with its companions, one row each; returns the id of the head. The devices have been locked
 * since `now`, and are free.
 */
export async function writeHold(
  trx: Knex.Transaction,
  place: DeviceFacts,
  along: readonly DeviceFacts[],
  reservation: NewReservation,
  now: Date,
  refuse: Refuse<'place-taken'>,
): Promise<number> {
  const { accessTime, span } = reservation
  const rules = accessTime && {
    ...accessTime.rules,
    stages: accessTime.stages,
    taxRatePercent: accessTime.taxRatePercent,
    tenantId: accessTime.tenantId,
  }
  const shared = {
    site_id: reservation.siteId,
    user_id: reservation.userId,
    event_id: accessTime?.id ?? null,
    starts_at: span.start,
    ends_at: span.end,
    state: 'CREATED',
    hold_kind: 'choosing',
    held_until: new Date(now.getTime() + holdMs),
  }
  const head = {
    ...shared,
    device_id: place.deviceId,
    managed_by: reservation.managedBy ?? (accessTime && managerOf(trx, accessTime.zoneId)),
    follows_id: reservation.followsId ?? null,
    note: blankToNull(reservation.note),
    licence_plate: blankToNull(reservation.licencePlate),
    rfid_token: blankToNull(reservation.rfidToken),
    pin: reservation.pin ?? null,
    use_automatic_access: reservation.useAutomaticAccess ?? false,
    remember_accept_documents_decision: reservation.rememberAcceptDocumentsDecision ?? false,
    site_from_search_results: reservation.siteFromSearchResults ?? null,
    time_period_index: reservation.timePeriodIndex ?? 0,
    price_cents: reservation.priceCents,
    rules: JSON.stringify(rules ?? {}),
  }
  const [made] = (await claiming(trx('reservations').insert(head).returning('id').then(), refuse)) as { id: number }[]
  if (!made) throw new Error('the hold was not written')
  await writeCompanions(trx, made.id, shared, along, refuse)
  const by = reservation.userId ?? reservation.managedBy ?? null
  await note(trx, { reservationId: made.id, type: 'held', at: now, by })
  return made.id
}

/** Children of a reservation for its companions; those that cannot be booked alone claim no time. */
export async function writeCompanions(
  trx: Knex.Transaction,
  headId: number,
  row: object,
  along: readonly DeviceFacts[],
  refuse: Refuse<'place-taken'>,
): Promise<void> {
  if (along.length === 0) return
  const rows = along.map(({ deviceId, reservable }) => ({
    ...row,
    parent_id: headId,
    device_id: deviceId,
    shared: !reservable,
  }))
  await claiming(trx('reservations').insert(rows).then(), refuse)
}

/**
 * Makes exactly these devices the companions of a reservation. Those on both ways stay unchanged; returns the removed
 * claims.
 */
export async function changeCompanions(
  trx: Knex.Transaction,
  own: LockedReservation,
  along: readonly DeviceFacts[],
  refuse: Refuse<'place-taken'>,
  reservedAt: Date | null = null,
): Promise<number[]> {
  const ids = along.map(({ deviceId }) => deviceId)
  const gone = await many<{ id: number; shared: boolean }>(
    trx,
    'delete from reservations where parent_id = ? and device_id <> all (?) returning id, shared',
    [own.id, ids],
  )
  const row = {
    site_id: own.siteId,
    user_id: own.userId,
    event_id: own.eventId,
    starts_at: own.start,
    ends_at: own.end,
    state: own.state,
    hold_kind: own.holdKind,
    held_until: own.heldUntil,
    reserved_at: reservedAt,
  }
  const fresh = along.filter(({ deviceId }) => !own.childDeviceIds.includes(deviceId))
  await writeCompanions(trx, own.id, row, fresh, refuse)
  return gone.filter(({ shared }) => !shared).map(({ id }) => id)
}

/** SQL: the reservation manager in charge of bookings in a zone: the longest-serving one. */
function managerOf(trx: Knex.Transaction, zoneId: number): Knex.Raw {
  return trx.raw(
    `(select u.id from user_zones uz join users u on u.id = uz.user_id join roles r on r.id = u.role_id
      where uz.zone_id = ? and r.kind = 'Reservation Manager' and u.state = 'ACTIVE' order by u.id limit 1)`,
    [zoneId],
  )
}

function blankToNull(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null
}
