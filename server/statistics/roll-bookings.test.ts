import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { silentLog } from '../../telemetry/ingest/testing/gateways.ts'
import { type Bookings, readBookings } from './bookings.ts'
import { createBookingRollups } from './roll-bookings.ts'

let db: TestDatabase
let site: Planted
let other: Planted
let now: number
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())
beforeEach(async () => {
  site = await plantSite(db.knex, { devices: 2 })
  other = await plantSite(db.knex, { devices: 1 })
  now = (await one<{ now: Date }>(db.knex, 'SELECT now() AS now')).now.getTime()
})

const hour = 3_600_000
const rollUp = () => createBookingRollups({ knex: db.knex, log: silentLog }).run()
const hours = (back: number): Date => new Date(Math.floor(now / hour) * hour - back * hour)
const reserve = (knex: Knex, device: number, from: number, until: number) =>
  insert(knex, 'reservations', {
    site_id: site.siteId,
    device_id: site.deviceIds[device] ?? 0,
    starts_at: hours(from),
    ends_at: hours(until),
    state: 'RESERVED',
    reserved_at: new Date(now),
  })
const notes = async (): Promise<object[]> =>
  many(
    db.knex,
    `SELECT site_id AS site, (extract(epoch FROM :now::timestamptz - since) / 3600)::integer AS since,
       (extract(epoch FROM :now::timestamptz - until) / 3600)::integer AS until FROM rollup_bookings_late ORDER BY 1, 2`,
    { now: hours(0) } as never,
  )

/** Booked hours and reservations of two days, by site. */
async function told(siteId: number): Promise<{ booked: number; reservations: number; began: number }> {
  const target = { deviceId: null, siteIds: [siteId], deviceIds: [], placeIds: [], timeZone: 'UTC' }
  const span = { from: hours(48).getTime(), until: hours(-48).getTime() }
  const read = await readBookings(db.knex, target, span, { sliceMs: hour, now: new Date(now) })
  const sum = (of: (each: Bookings) => number) => read.reduce((total, each) => total + of(each), 0)
  return {
    booked: sum(({ bookedMs }) => bookedMs) / hour,
    reservations: sum(({ reservations }) => reservations),
    began: sum(({ began }) => began),
  }
}

it('are marked only by changes to closed hours: a future booking marks nothing [LIVE-5]', async () => {
  await rollUp()
  const late = await reserve(db.knex, 0, 10, 8)
  expect(await notes()).toEqual([{ site: site.siteId, since: 10, until: 7 }])
  await rollUp()
  const next = await reserve(db.knex, 0, -1, -3)
  await db
    .knex('reservations')
    .where({ id: next })
    .update({ state: 'STORNO', ended_at: new Date(now) })
  await db.knex('reservations').where({ id: late }).update({ note: 'nothing that counts' })
  expect(await notes()).toEqual([])
  expect(await told(site.siteId)).toEqual({ booked: 2, reservations: 2, began: 1 })
  await db
    .knex('reservations')
    .where({ id: late })
    .update({ state: 'STORNO', ended_at: hours(9) })
  expect(await told(site.siteId)).toEqual({ booked: 1, reservations: 2, began: 1 })
  await rollUp()
  expect(await notes()).toEqual([])
  expect(await told(site.siteId)).toEqual({ booked: 1, reservations: 2, began: 1 })
})

it('follow a place to its next site, and leave with a retired one [LIVE-5]', async () => {
  await reserve(db.knex, 0, 30, 20)
  await reserve(db.knex, 1, 12, 10)
  await rollUp()
  expect(await told(site.siteId)).toEqual({ booked: 12, reservations: 2, began: 2 })
  const device = db.knex('devices').where({ id: site.deviceIds[0] })
  for (const [change, here, there] of [
    [{ site_id: other.siteId, gateway_id: other.gatewayId }, 2, 10],
    [{ retired_at: new Date(now) }, 2, 0],
  ] as const) {
    await device.clone().update(change)
    for (const again of [false, true]) {
      if (again) await rollUp()
      expect(await told(site.siteId)).toEqual({ booked: here, reservations: 2, began: 1 })
      expect(await told(other.siteId)).toMatchObject({ booked: there, reservations: 0 })
    }
  }
})

it('wait for writers of the moment when the hours were closed, and do nothing twice', async () => {
  await db.knex('rollup_bookings_state').update({ closing_until: '-infinity', rolled_until: '-infinity' })
  await db.knex('rollup_bookings').delete()
  const writing = await db.knex.transaction()
  await reserve(writing, 0, 5, 4)
  expect(await many(writing, 'SELECT FROM rollup_bookings_late')).toEqual([])
  const runs = [rollUp(), rollUp()]
  const closed = () =>
    one<{ closed: boolean }>(db.knex, 'SELECT isfinite(closing_until) AS closed FROM rollup_bookings_state')
  await vi.waitFor(async () => expect(await closed()).toEqual({ closed: true }))
  expect(await one(db.knex, 'SELECT isfinite(rolled_until) AS rolled FROM rollup_bookings_state')).toEqual({
    rolled: false,
  })
  await writing.commit()
  await Promise.all(runs)
  expect(await notes()).toEqual([])
  expect(await told(site.siteId)).toEqual({ booked: 1, reservations: 1, began: 1 })
  expect(await rollUp()).toEqual({ hours: 0, late: 0 })
})
