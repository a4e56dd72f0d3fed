import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { localDate, timeOnDay } from '../../machines/booking/calendar.ts'
import { type Booking, insertBookings } from './insert-bookings.ts'
import type { EventIds } from './write-events.ts'
import type { People } from './write-people.ts'
import type { SiteIds } from './write-sites.ts'

const hour = 3_600_000
const day = 24 * hour
const slot = 15 * 60_000
const timeZone = 'Europe/Berlin'

/** The guest's ticket: the token is known only here, the database keeps its hash. */
export interface GuestTicket {
  readonly reservationId: number
  readonly token: string
}

/**
 * Credit, reservations of yesterday, today and next week, those of other people, and a guest ticket for the one that
 * runs now.
 */
export async function writeBookings(
  trx: Knex.Transaction,
  ids: { sites: SiteIds; people: People; events: EventIds },
  now: Date,
): Promise<GuestTicket> {
  const { people } = ids
  await trx.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reference, created_at)
     select 'top-up', outside.id, person.id, 5000, 'card', 'demo-top-up-' || person.user_id, ?
     from accounts person, accounts outside where person.user_id = any (?) and outside.kind = 'provider' order by person.id`,
    [new Date(now.getTime() - 40 * day), [people.visitor, ...people.guests]],
  )
  const start = new Date(Math.floor(now.getTime() / slot) * slot)
  const at = (hours: number) => new Date(start.getTime() + hours * hour)
  const own = ownBookings(ids, at)
  const made = await insertBookings(trx, [...own, ...others(ids, at)], people.manager, now)
  const [current = 0] = made
  // The car park opens for her plate and when she comes near.
  await trx('reservations')
    .where({ id: made[own.length - 1] ?? 0 })
    .update({ use_automatic_access: true })

  const token = randomBytes(32).toString('base64url')
  await trx('tokens').insert({
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: current,
    created_by: people.visitor,
    created_at: now,
    expires_at: at(22),
  })
  return { reservationId: current, token }
}

type Ids = Parameters<typeof writeBookings>[1]
type At = (hours: number) => Date

/** The demo visitor's; the first and the last one run now. */
function ownBookings({ sites, people, events }: Ids, at: At): Booking[] {
  const book = (box: string, from: number, hours: number, more: Partial<Booking> = {}): Booking => ({
    user: people.visitor,
    device: sites.devices.get(box) ?? 0,
    event: events.freiburgBoxes,
    from: at(from),
    until: at(from + hours),
    ...more,
  })
  return [
    book('FRW-02', -1, 23, { note: 'Rotes Lastenrad' }),
    book('FRM-01', 48, 8),
    book('box19445', 5 * 24, 7 * 24, { event: events.esslingenLater }),
    ...[3, 9, 16, 23].map((ago, i) => book(`FRW-0${i + 5}`, -ago * 24, 9)),
    book('FRW-10', 72, 6, { state: 'STORNO' }),
    book('FRP1-10', -1, 20, { event: events.freiburgPlates, plate: 'FR-HF 2026' }),
  ]
}

/** Other people's: enough to make the sites look alive. */
function others({ sites, people, events }: Ids, at: At): Booking[] {
  const [anna = 0, jonas = 0, mira = 0, luc = 0, paul = 0] = people.guests
  const book = (user: number, device: string, from: number, hours: number, event = events.freiburgBoxes): Booking => ({
    user,
    device: sites.devices.get(device) ?? 0,
    event,
    from: at(from),
    until: at(from + hours),
  })
  /** Garages have opening hours, by tomorrow's clock. */
  const tomorrow = (user: number, device: string, from: string, until: string, plate: string): Booking => {
    const date = localDate(at(24), timeZone)
    const [opens, closes] = [timeOnDay(date, from, timeZone), timeOnDay(date, until, timeZone)]
    return { ...book(user, device, 0, 0, events.freiburgParking), from: opens, until: closes, plate }
  }
  return [
    book(anna, 'FRW-11', -3, 8),
    book(jonas, 'box19420', -1, 73, events.esslingenBoxes),
    book(luc, 'FRH-02', -48, 6 * 24),
    book(luc, 'FRW-12', -2, 8),
    book(mira, 'FRW-13', -1, 10),
    book(jonas, 'FRW-14', 1, 3),
    book(mira, 'FRM-02', -4, 8),
    book(luc, 'FRM-03', 0, 8),
    book(anna, 'FRM-05', 2, 8),
    book(jonas, 'FRH-03', -1, 3),
    book(mira, 'FRH-04', 3, 21),
    book(mira, 'box19401', -1, 4, events.esslingenBoxes),
    book(anna, 'box19403', 1, 24, events.esslingenBoxes),
    book(luc, 'box19450', 30, 48, events.esslingenLater),
    book(anna, 'E0798DFFFEE18877', -2, 9, events.ulmRide),
    book(mira, '3425B4FFFECE1EA5', -1, 8, events.ulmRide),
    book(luc, '1C34F1FFFEA74E1D', 0, 5, events.ulmRide),
    { ...book(paul, 'DDS-03', -1, 4, events.dresdenStreet), plate: 'DD-PR 5' },
    { ...book(paul, 'DDS-04', 24, 3, events.dresdenStreet), plate: 'DD-PR 5' },
    tomorrow(mira, 'FRP1-03', '09:00', '13:00', 'FR-MS 77'),
    tomorrow(luc, 'FRP1-04', '08:00', '10:00', 'FR-LF 12'),
    tomorrow(jonas, 'FRP1-05', '14:00', '18:00', 'FR-JV 3'),
  ]
}
