import type { Knex } from 'knex'
import { withCheckDigit } from '../../machines/booking/pin.ts'
import { priceFor } from '../../machines/booking/price.ts'
import type { TariffStage } from '../../machines/booking/types.ts'
import { many } from '../sql.ts'

/** A reservation of the demo. Price and rules are the event's; mandatory devices of its site are added. */
export interface Booking {
  readonly user: number
  readonly device: number
  readonly event: number
  readonly from: Date
  readonly until: Date
  readonly state?: 'RESERVED' | 'STORNO'
  readonly note?: string
  readonly plate?: string
}

interface BookedEvent {
  id: number
  tenant_id: number
  stages: TariffStage[]
  rules: object
}

const hour = 3_600_000
const timeZone = 'Europe/Berlin'

/**
 * Inserts reservations as if made an hour before their start or before now, paid with credit; returns their ids in
 * order.
 */
export async function insertBookings(
  trx: Knex.Transaction,
  bookings: readonly Booking[],
  managedBy: number,
  now: Date,
): Promise<number[]> {
  const events = await readEvents(trx, [...new Set(bookings.map(({ event }) => event))])
  const wanted = bookings.map((booking, i) => {
    const event = events.get(booking.event)
    if (!event) throw new Error(`there is no event ${booking.event}`)
    const reservedAt = new Date(Math.min(booking.from.getTime(), now.getTime()) - hour)
    return {
      ...booking,
      state: booking.state ?? 'RESERVED',
      cents: priceFor(event.stages, booking.from, booking.until, timeZone),
      rules: { ...event.rules, stages: event.stages, tenantId: event.tenant_id },
      reservedAt,
      pin: withCheckDigit(String(2_468_013 + i * 13_579).padStart(7, '0')),
    }
  })
  const ids: { id: number }[] = await trx('reservations')
    .insert(
      wanted.map(({ user, device, event, from, until, state, note, plate, cents, rules, reservedAt, pin }) => ({
        user_id: user,
        managed_by: managedBy,
        site_id: trx('devices').select('site_id').where({ id: device }),
        device_id: device,
        event_id: event,
        starts_at: from,
        ends_at: until,
        state,
        note: note ?? null,
        licence_plate: plate ?? null,
        pin: trx.raw(
          `(select ? from device_method_links l join device_access_methods m on m.id = l.access_method_id where l.device_id = ? and m.name = 'pin')`,
          [pin, device],
        ),
        price_cents: cents,
        payment_method: cents > 0 ? 'credit' : 'free',
        rules: JSON.stringify(rules),
        reserved_at: reservedAt,
        created_at: reservedAt,
        ...(state === 'STORNO' ? { ended_at: reservedAt, end_reason: 'canceled-by-user' } : {}),
      })),
    )
    .returning('id')
  const made = ids.map(({ id }) => id)
  await bringAlong(trx, made)
  await keepBooks(trx, made)
  return made
}

async function readEvents(trx: Knex.Transaction, ids: number[]): Promise<Map<number, BookedEvent>> {
  const found = await many<BookedEvent>(
    trx,
    `select e.id, z.tenant_id,
       jsonb_build_object('refundUntilMinutes', e.refund_until_minutes, 'licencePlateMandatory', e.licence_plate_mandatory,
         'guestTicketAllowed', e.guest_ticket_allowed, 'smsEnabled', e.sms_enabled, 'gpsEnabled', e.gps_enabled,
         'lprEnabled', e.lpr_enabled, 'slotMinutes', e.slot_minutes, 'entryLimit', e.entry_limit, 'exitLimit', e.exit_limit,
         'graceMinutes', e.grace_minutes, 'taxRatePercent', t.tax_rate_percent) as rules,
       coalesce((select jsonb_agg(jsonb_build_object('untilMinutes', s.until_minutes, 'priceCents', s.price_cents) order by s.until_minutes)
                 from tariff_stages s where s.tariff_id = e.tariff_id), '[]') as stages
     from events e join zones z on z.id = e.zone_id join tenants t on t.id = z.tenant_id where e.id = any (?)`,
    [ids],
  )
  return new Map(found.map((event) => [event.id, event]))
}

/** Doors and barriers on the way to the place. */
async function bringAlong(trx: Knex.Transaction, ids: number[]): Promise<void> {
  await trx.raw(
    `insert into reservations (parent_id, user_id, site_id, device_id, event_id, starts_at, ends_at, state, reserved_at, created_at,
       ended_at, end_reason, shared)
     select r.id, r.user_id, r.site_id, d.id, r.event_id, r.starts_at, r.ends_at, r.state, r.reserved_at, r.created_at,
       r.ended_at, r.end_reason, true
     from reservations r join devices d on d.site_id = r.site_id and d.is_mandatory where r.id = any (?) order by r.id, d.id`,
    [ids],
  )
}

/** History and ledger: paid at the reservation, refunded at the cancellation. */
async function keepBooks(trx: Knex.Transaction, ids: number[]): Promise<void> {
  await trx.raw(
    `insert into reservation_history (reservation_id, type, at, user_id)
     select id, unnest(case state when 'STORNO' then array['reserved', 'canceled'] else array['reserved'] end), reserved_at, user_id
     from reservations where id = any (?) order by id`,
    [ids],
  )
  await trx.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reservation_id, reference, created_at)
     select 'booking', person.id, income.id, r.price_cents, 'credit', r.id, 'booking:' || r.id, r.reserved_at
     from reservations r
     join accounts person on person.user_id = r.user_id
     join accounts income on income.tenant_id = (r.rules ->> 'tenantId')::int
     where r.id = any (?) and r.price_cents > 0 order by r.id`,
    [ids],
  )
  await trx.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reservation_id, refund_of, reference, created_at)
     select 'refund', t.to_account_id, t.from_account_id, t.amount_cents, t.payment_method, r.id, t.id, 'refund:' || t.id, r.ended_at
     from transactions t join reservations r on r.id = t.reservation_id
     where r.id = any (?) and r.state = 'STORNO' and t.kind = 'booking' order by t.id`,
    [ids],
  )
}
