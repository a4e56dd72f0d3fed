import type { Knex } from 'knex'
import { holdMs } from '../../machines/reservation-rules.ts'
import type { Refuse } from '../bus/refuse.ts'
import { claiming } from './claim.ts'
import type { DeviceFacts, Span } from './facts.ts'
import { note } from './note.ts'
import type { Offer } from './offer.ts'

/** What a new reservation carries beside its devices. */
export interface NewReservation {
  readonly siteId: number
  readonly userId: number | null
  readonly managedBy?: number | null
  readonly span: Span
  /** Null = under no access time, as when an operator reserves for somebody. */
  readonly offer: Offer | null
  readonly priceCents: number
  readonly followsId?: number | null
  readonly note?: string | null
  readonly licencePlate?: string | null
  readonly rfidToken?: string | null
  readonly pin?: string | null
  readonly useAutomaticAccess?: boolean
  readonly rememberAcceptDocumentsDecision?: boolean
  readonly siteFromSearchResults?: number | null
  readonly timePeriodIndex?: number
}

/**
 * Writes a hold of a place with its companions: one row each, all or none. The devices are locked and free by then; `now` is the time at which the
 * locks were had. Answers the head's id.
 */
export async function writeHold(
  trx: Knex.Transaction,
  place: DeviceFacts,
  along: readonly DeviceFacts[],
  reservation: NewReservation,
  now: Date,
  refuse: Refuse<'place-taken'>,
): Promise<number> {
  const { offer, span } = reservation
  const accessTime = offer?.accessTime ?? null
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
  await note(trx, {
    reservationId: made.id,
    type: 'held',
    at: now,
    by: reservation.userId ?? reservation.managedBy ?? null,
  })
  return made.id
}

/** Children of a reservation for the devices that come along; those that cannot be booked alone claim no time. */
export async function writeCompanions(
  trx: Knex.Transaction,
  headId: number,
  row: object,
  along: readonly DeviceFacts[],
  refuse: Refuse<'place-taken'>,
): Promise<void> {
  if (along.length === 0) return
  const rows = along.map((device) => ({
    ...row,
    parent_id: headId,
    device_id: device.deviceId,
    shared: !device.reservable,
  }))
  await claiming(trx('reservations').insert(rows).then(), refuse)
}

/** SQL: the reservation manager who looks after what is booked in a zone: the one who has been there longest. */
function managerOf(trx: Knex.Transaction, zoneId: number): Knex.Raw {
  return trx.raw(
    `(select u.id from user_zones uz join users u on u.id = uz.user_id join roles r on r.id = u.role_id
      where uz.zone_id = ? and r.name = 'Reservation Manager' and u.state = 'ACTIVE' order by u.id limit 1)`,
    [zoneId],
  )
}

function blankToNull(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null
}
