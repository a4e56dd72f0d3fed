import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { bookStays } from './book-stays.ts'
import { installation } from './installation.ts'
import { seedDemo } from './seed-demo.ts'
import { stayAt } from './stays.ts'

const now = new Date()
const hour = 3_600_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await seedDemo(database.knex, { now })
})
afterAll(() => database.close())

/** Places that the simulator will call occupied at that moment, and how many of them nobody has booked. */
async function unbooked(at: Date): Promise<{ occupied: number; unbooked: number }> {
  const occupied = installation().flatMap(({ gateways }) =>
    gateways.flatMap(({ devices }) =>
      devices.flatMap(({ hardwareId, type, open, use }) =>
        use && (open || type === 'BIKE_BOX' || type === 'LOCKER') && stayAt(use, at.getTime()).occupied
          ? [hardwareId]
          : [],
      ),
    ),
  )
  const alone = await many<{ id: number }>(
    database.knex,
    `select d.id from devices d where d.hardware_id = any (?)
       and not exists (select from reservations r where r.device_id = d.id and r.state = 'RESERVED' and r.span @> ?::timestamptz)
       and not exists (select from device_maintenance m where m.device_id = d.id and m.span @> ?::timestamptz)
       and exists (select from site_zones z join events e on e.zone_id = z.zone_id join event_device_types x on x.event_id = e.id
         where z.site_id = d.site_id and x.device_type_id = d.device_type_id and e.starts_on <= current_date)`,
    [occupied, at, at],
  )
  return { occupied: occupied.length, unbooked: alone.length }
}

it('books for nearly everybody who is reported: only a handful of places are occupied without a reservation [OPS-1] [LIVE-1]', async () => {
  expect((await unbooked(now)).unbooked).toBeGreaterThan(30)
  const made = await Promise.all([bookStays(database.knex, { now }), bookStays(database.knex, { now })])
  expect(made).toContain(0)
  for (const hours of [0, 1, 6, 12, 25]) {
    const found = await unbooked(new Date(now.getTime() + hours * hour))
    expect(found.occupied).toBeGreaterThan(30)
    expect(found.unbooked).toBeLessThanOrEqual(10)
  }
})

it('continues where it stopped, also after a pause, and leaves foreign and cancelled bookings alone', async () => {
  const [given] = await many<{ id: number; device_id: number }>(
    database.knex,
    `update reservations set state = 'STORNO', ended_at = now(), end_reason = 'canceled-by-user'
     where id = (select max(id) from reservations where parent_id is null and starts_at > ? and state = 'RESERVED') returning id, device_id`,
    [now],
  )
  expect(await bookStays(database.knex, { now: new Date(now.getTime() + 5 * 60_000) })).toBe(0)
  const later = new Date(now.getTime() + 2 * hour)
  expect(await bookStays(database.knex, { now: later })).toBeGreaterThan(0)
  expect(
    await many(
      database.knex,
      `select r.id from reservations r join reservations g on g.id = ? and g.device_id = r.device_id and g.span && r.span
       where r.id <> g.id and r.state = 'RESERVED'`,
      [given?.id ?? 0],
    ),
  ).toEqual([])
  const days = new Date(now.getTime() + 70 * hour)
  await bookStays(database.knex, { now: days })
  expect((await unbooked(days)).unbooked).toBeLessThanOrEqual(10)
})

it('keeps the sum of the ledger at zero, and books nothing under maintenance', async () => {
  expect(await many(database.knex, 'select sum(balance_cents)::int as sum from account_balances')).toEqual([{ sum: 0 }])
  expect(
    await many(
      database.knex,
      `select r.id from reservations r join device_maintenance m on m.device_id = r.device_id and m.span && r.span
       where r.state = 'RESERVED' and not r.shared`,
    ),
  ).toEqual([])
})
