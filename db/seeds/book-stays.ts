import type { Knex } from 'knex'
import { setCause } from '../history.ts'
import { many } from '../sql.ts'
import { type Booking, insertBookings } from './insert-bookings.ts'
import { installation } from './installation.ts'
import { type Stay, staysBetween } from './stays.ts'

const minute = 60_000
const hour = 60 * minute
const slot = 15 * minute
/** How far ahead people book. */
const aheadMs = 26 * hour
/** How long before the end of their reservation people leave. */
const spareMs = 5 * minute
/** One stay in this many is not booked, so that the malfunction dashboard has an example. */
const unbookedOneOf = 31
const setting = 'demo-stays'

const firstnames = ['Lena', 'Tim', 'Sara', 'Ben', 'Nina', 'Jan', 'Eva', 'Max', 'Ida', 'Ole']
const lastnames = ['Baum', 'Decker', 'Ernst', 'Franke', 'Graf', 'Huber', 'Kern', 'Lorenz', 'Pohl', 'Ritter']

/**
 * Books the places of the demo for the people whom the simulated devices will report there: those present at `now`, and
 * those who come within a day. Run again, it continues; a place booked by somebody else, or under maintenance, is
 * skipped. Nearly everybody has booked. Returns the number of reservations.
 */
export async function bookStays(knex: Knex, { now }: { now: Date }): Promise<number> {
  return knex.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtext('demo-stays'))")
    await setCause(trx, { cause: 'none', userId: null })
    const [known] = await many<{ until: string }>(
      trx,
      `select value ->> 'until' as until from settings where key = ?`,
      [setting],
    )
    const from = new Date(known?.until ?? 0)
    const until = new Date(now.getTime() + aheadMs)
    if (until.getTime() - from.getTime() < hour / 6) return 0
    const bookings = await wanted(trx, { from, until, now })
    if (bookings.length > 0) {
      await topUp(trx, bookings)
      const [manager] = await many<{ id: number }>(
        trx,
        `select u.id from users u join roles r on r.id = u.role_id where r.name = 'Reservation Manager' order by u.id limit 1`,
      )
      await insertBookings(trx, bookings, manager?.id ?? 0, now)
    }
    await trx('settings')
      .insert({ key: setting, value: JSON.stringify({ until }) })
      .onConflict('key')
      .merge()
    return bookings.length
  })
}

interface Place {
  hardware_id: string
  id: number
  event_id: number
  /** Spans that are reserved or under maintenance, ms. */
  taken: readonly (readonly [number, number])[]
}

async function wanted(
  trx: Knex.Transaction,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<Booking[]> {
  const used = installation().flatMap(({ gateways }) =>
    gateways.flatMap(({ devices }) =>
      devices.flatMap(({ hardwareId, type, open, use }) => {
        const box = type === 'BIKE_BOX' || type === 'LOCKER'
        // A lot whose bollard is up is never occupied.
        return use && (open || box) ? [{ hardwareId, use, box }] : []
      }),
    ),
  )
  const places = await readPlaces(
    trx,
    used.map(({ hardwareId }) => hardwareId),
    now,
  )
  const people = await persons(trx)
  const bookings: Booking[] = []
  for (const [index, { hardwareId, use, box }] of used.entries()) {
    const place = places.get(hardwareId)
    if (!place) continue
    for (const stay of staysBetween(use, now.getTime(), until.getTime())) {
      if (stay.from < from.getTime() || isUnbooked(index, stay)) continue
      const begins = Math.floor(stay.from / slot) * slot
      const ends = Math.ceil((stay.until + spareMs) / slot) * slot
      if (place.taken.some(([start, end]) => start < ends && end > begins)) continue
      const user = people[index % people.length] ?? 0
      const plate = box ? {} : { plate: `FR-${String.fromCharCode(65 + (index % 26))} ${1_000 + index}` }
      const span = { from: new Date(begins), until: new Date(ends) }
      bookings.push({ user, device: place.id, event: place.event_id, ...span, ...plate })
    }
  }
  return bookings
}

function isUnbooked(index: number, stay: Stay): boolean {
  return (index * 7 + Math.floor(stay.from / hour)) % unbookedOneOf === 0
}

/** Places in use by hardware id, with the access time for booking: a whole-day one if there is one. */
async function readPlaces(trx: Knex.Transaction, hardwareIds: string[], now: Date): Promise<Map<string, Place>> {
  const found = await many<Place>(
    trx,
    `select distinct on (d.id) d.id, d.hardware_id, e.id as event_id,
       (select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from lower(span)) * 1000, coalesce(extract(epoch from upper(span)) * 1000, 1e15))), '[]')
        from (select span from reservations where device_id = d.id and state in ('CREATED', 'RESERVED') and not shared
          union all select span from device_maintenance where device_id = d.id) spans) as taken
     from devices d join site_zones sz on sz.site_id = d.site_id join events e on e.zone_id = sz.zone_id
     where d.hardware_id = any (:hardwareIds) and d.retired_at is null and e.deleted_at is null and :now::date between e.starts_on and coalesce(e.ends_on, :now::date)
       and (not exists (select from event_device_types x where x.event_id = e.id)
         or exists (select from event_device_types x where x.event_id = e.id and x.device_type_id = d.device_type_id))
     order by d.id, e.full_day desc, e.id`,
    { hardwareIds, now } as never,
  )
  return new Map(found.map((place) => [place.hardware_id, place]))
}

/** People without login, created on first use. */
async function persons(trx: Knex.Transaction): Promise<number[]> {
  const all = firstnames.flatMap((firstname) =>
    lastnames.map((lastname) => ({
      firstname,
      lastname,
      email: `${firstname}.${lastname}@demo.holdfast.example`.toLowerCase(),
      username: `${firstname}.${lastname}`.toLowerCase(),
      role_id: trx('roles').select('id').where({ name: 'Visitor' }),
      state: 'ACTIVE',
      language: 'de',
    })),
  )
  await trx('users').insert(all).onConflict().ignore()
  const found: { id: number }[] = await trx('users')
    .whereIn(
      'email',
      all.map(({ email }) => email),
    )
    .orderBy('id')
    .select('id')
  return found.map(({ id }) => id)
}

/** Gives everybody more than enough credit for their bookings. */
async function topUp(trx: Knex.Transaction, bookings: readonly Booking[]): Promise<void> {
  const counts = new Map<number, number>()
  for (const { user } of bookings) counts.set(user, (counts.get(user) ?? 0) + 1)
  await trx.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reference, created_at)
     select 'top-up', outside.id, person.id, w.count * 6000, 'card', 'demo-top-up-' || person.user_id || '-' || txid_current(), now()
     from jsonb_to_recordset(?::jsonb) as w ("user" int, count int) join accounts person on person.user_id = w."user"
     cross join accounts outside where outside.kind = 'provider' order by person.id`,
    [JSON.stringify([...counts].map(([user, count]) => ({ user, count })))],
  )
}
