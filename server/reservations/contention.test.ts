import { afterAll, beforeAll, expect, it } from 'vitest'
import { abandon, finalize, hold } from '../../contract/reservations/book.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import abandonHandler from './abandon.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'

const handlers = [holdHandler, abandonHandler, finalizeHandler]
let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 16 })
  world = await bookingWorld(database.knex, { places: 12, handlers })
})
afterAll(() => database.close())

/** The codes that the loser of a race may get. */
const losing = new Set(['place-taken', 'place-held', 'no-free-place'])
const span = (days: number) => {
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * 86_400_000)
  return { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
}
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => world.person(1_000)))

/** Overlapping live claims of one device, over the whole database: must be none. */
async function overlaps(): Promise<number> {
  const { count } = await one<{ count: number }>(
    database.knex,
    `select count(*) from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
     where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared`,
  )
  return count
}

async function book(person: TestPerson, request: object): Promise<{ code: string }> {
  const held = await person.send(hold, { siteId: world.siteId, ...request } as never)
  if (!held.ok) return { code: held.refusal.code }
  const { id, priceCents } = held.reply.reservation
  const booked = await person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
  return { code: booked.ok ? 'booked' : booked.refusal.code }
}

it('gives the last place of each slot to one of many, and the right reason to the others [BOOK-5] [BOOK-3]', async () => {
  const people = await crowd(15)
  const slots = Array.from({ length: 6 }, (_, n) => span(n + 1))
  const [deviceId] = world.deviceIds
  const tries = await Promise.all(slots.flatMap((slot) => people.map((person) => book(person, { ...slot, deviceId }))))
  // A person has one hold at a time, and gives it up by holding another slot: a slot may stay free, but is never held
  // twice.
  const { most } = await one<{ most: number }>(
    database.knex,
    "select max(n) as most from (select count(*) as n from reservations where device_id = ? and state = 'RESERVED' group by starts_at) s",
    [deviceId ?? 0],
  )
  expect(most).toBe(1)
  expect(await overlaps()).toBe(0)
  const odd = tries.filter(({ code }) => code !== 'booked' && !losing.has(code) && code !== 'hold-expired')
  expect(odd).toEqual([])
})

it('sells exactly as many places as exist to those who ask for any [BOOK-5]', async () => {
  const slot = span(20)
  const people = await crowd(40)
  const tries = await Promise.all(people.map((person) => book(person, slot)))
  const booked = tries.filter(({ code }) => code === 'booked').length
  expect(booked).toBe(world.deviceIds.length)
  expect(tries.filter(({ code }) => code !== 'booked').every(({ code }) => losing.has(code))).toBe(true)
  expect(await overlaps()).toBe(0)
})

it('leaves no place blocked that was held and then given up or left [HOLD-1] [HOLD-3]', async () => {
  const slot = span(30)
  const people = await crowd(12)
  const held = await Promise.all(people.map((person) => person.send(hold, { siteId: world.siteId, ...slot })))
  for (const [n, answer] of held.entries()) {
    const { id } = done(answer).reservation
    if (n % 2) done(await (people[n] as TestPerson).send(abandon, { reservationId: id }))
    else
      await database
        .knex('reservations')
        .where({ id })
        .update({ held_until: database.knex.raw("clock_timestamp() - interval '1 ms'") })
  }
  const others = await crowd(12)
  const tries = await Promise.all(others.map((person) => book(person, slot)))
  expect(tries.map(({ code }) => code)).toEqual(tries.map(() => 'booked'))
  expect(refusedWith(await (await world.person()).send(hold, { siteId: world.siteId, ...slot }))).toBe('no-free-place')
})

it('finds another place when late money returns to a stay whose place was just taken [BOOK-5]', async () => {
  const { knex } = database
  const request = { siteId: world.siteId, ...span(40) }
  const { id, device } = done(await (await world.person()).send(hold, request)).reservation
  const anHourAgo = knex.raw("clock_timestamp() - interval '1 hour'")
  await knex('reservations').where({ id }).update({ hold_kind: 'payment', held_until: anHourAgo })
  const paid = await knex.transaction()
  await paid.raw('select from reservations where id = ? for no key update', [id])
  const other = (await world.person()).send(hold, request)
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await many(knex, waits)).length).toBe(1)
  await paid('reservations')
    .where({ id })
    .update({ state: 'RESERVED', reserved_at: new Date(), hold_kind: null, held_until: null })
  await paid.commit()
  expect(done(await other).reservation.device.id).not.toBe(device.id)
})

it('detects a fault: without the constraint and the locks two win', async () => {
  const own = await createTestDatabase({ max: 16 })
  try {
    const { knex } = own
    const place = await bookingWorld(knex, { places: 1, handlers })
    await knex.raw('alter table reservations drop constraint reservations_no_overlap')
    // Claims without the lock, as a careless change might make them: both read before either writes.
    const [one, two] = await Promise.all([knex.transaction(), knex.transaction()])
    const { start, end } = span(1)
    const claim = {
      site_id: place.siteId,
      device_id: place.deviceIds[0],
      starts_at: start,
      ends_at: end,
      state: 'RESERVED',
      reserved_at: new Date(),
    }
    for (const trx of [one, two])
      expect(await many(trx, 'select 1 from reservations where device_id = ?', [place.deviceIds[0] ?? 0])).toEqual([])
    for (const trx of [one, two]) {
      await trx('reservations').insert(claim)
      await trx.commit()
    }
    const found = await many(
      knex,
      'select 1 from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span',
    )
    expect(found.length, 'the query that looks for overlaps finds them').toBeGreaterThan(0)
  } finally {
    await own.close()
  }
})
