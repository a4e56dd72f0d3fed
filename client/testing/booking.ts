import type { Knex } from 'knex'
import { finalize, hold } from '../../contract/reservations/book.ts'
import type { ReservationView } from '../../contract/reservations/view.ts'
import type { Person } from '../../server/testing/person.ts'
import type { World } from '../../server/testing/world.ts'

async function insert(knex: Knex, table: string, row: object): Promise<number> {
  const [made] = (await knex(table).insert(row).returning('id')) as { id: number }[]
  return made?.id ?? 0
}

/** Opens the own site of a world for bookings at any time: 1.50 € an hour, 6 € a day, full refund until an hour before the start. */
export async function openForBooking(knex: Knex, world: World, event: object = {}): Promise<number> {
  const tariffId = await insert(knex, 'tariffs', { name: 'Tariff', tenant_id: world.tenants.own })
  const stages = [
    [60, 150],
    [120, 300],
    [1_440, 600],
    [14_400, 6_000],
  ]
  await knex('tariff_stages').insert(
    stages.map(([until_minutes, price_cents]) => ({ tariff_id: tariffId, until_minutes, price_cents })),
  )
  const ids = world.own.gateway.devices.map(({ id }) => id)
  await knex('device_states').whereIn('device_id', ids).update({ status: 'free', status_at: new Date() })
  return insert(knex, 'events', {
    zone_id: world.own.id,
    name: 'Always',
    starts_on: '2020-01-01',
    tariff_id: tariffId,
    refund_until_minutes: 60,
    ...event,
  })
}

/** Gives credit as if somebody had paid it in. */
export async function giveCredit(knex: Knex, userId: number, cents: number): Promise<void> {
  await knex.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents)
     select 'top-up', o.id, u.id, ? from accounts o, accounts u where o.provider = 'outside' and u.user_id = ?`,
    [cents, userId],
  )
}

const hourMs = 3_600_000
/** The same for all tests of a run, and in the future until they end: a test in which an hour ends must not mean two. */
const firstHour = Math.ceil((Date.now() + hourMs / 4) / hourMs)
/** A future full hour, `hours` after the first of them, ISO. */
export const fullHour = (hours: number) => new Date((firstHour + hours) * hourMs).toISOString()

/** Books device for the full hours [from, until) over the person's socket, paid with credit. */
export async function book(
  person: Person,
  { siteId, deviceId, from, until }: { siteId: number; deviceId: number; from: number; until: number },
): Promise<ReservationView> {
  const held = await person.command(hold, { siteId, deviceId, start: fullHour(from), end: fullHour(until) })
  if (!held.ok) throw new Error(`hold: ${held.refusal.code}`)
  const { id, priceCents } = held.reply.reservation
  const booked = await person.command(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
  if (!booked.ok) throw new Error(`finalize: ${booked.refusal.code}`)
  return booked.reply.reservation
}
