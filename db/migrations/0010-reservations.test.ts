import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite, refusalOf, stillReferenced } from '../testing/fixtures.ts'

let database: TestDatabase
let site: Planted
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  site = await plantSite(database.knex, { devices: 6 })
})
afterAll(() => database.close())

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))
/** The device with this index in the site, or with its own id in `more`. */
const reservation = (device: number, from: number, until: number, more: object = {}) => ({
  site_id: site.siteId,
  device_id: site.deviceIds[device],
  user_id: site.userId,
  starts_at: at(from),
  ends_at: at(until),
  state: 'RESERVED',
  reserved_at: at(0),
  ...more,
})
const hold = { state: 'CREATED', user_id: null, reserved_at: null, hold_kind: 'choosing', held_until: at(2) }
const claim = (device: number, from: number, until: number, more: object = {}) =>
  insert(database.knex, 'reservations', reservation(device, from, until, more))
const clear = () => database.knex('reservations').delete()

/** Makes twelve claims of overlapping spans of one device, each in its own transaction; returns how many won. */
async function race(): Promise<number> {
  const claims = Array.from({ length: 12 }, (_, n) =>
    insert(database.knex, 'reservations', reservation(0, 100 + n, 200 + n)),
  )
  const outcomes = await Promise.allSettled(claims)
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

it('lets one of twelve racers win the place; without the constraint there would be more [BOOK-5]', async () => {
  expect(await race()).toBe(1)
  await clear()
  const { definition } = await one<{ definition: string }>(
    database.knex,
    "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'reservations_no_overlap'",
  )
  await database.knex.raw('ALTER TABLE reservations DROP CONSTRAINT reservations_no_overlap')
  expect(await race(), 'this race has teeth').toBeGreaterThan(1)
  await clear()
  await database.knex.raw(`ALTER TABLE reservations ADD CONSTRAINT reservations_no_overlap ${definition}`)
  expect(await race()).toBe(1)
  await clear()
})

it('allows exactly the spans that do not overlap a live one, in any order [BOOK-5]', async () => {
  const claim = fc.record({
    device: fc.integer({ min: 0, max: 1 }),
    from: fc.integer({ min: 0, max: 20 }),
    minutes: fc.integer({ min: 1, max: 8 }),
    state: fc.constantFrom('CREATED', 'RESERVED', 'CANCELED', 'STORNO'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(claim, { maxLength: 12 }), async (claims) => {
      await clear()
      const live: typeof claims = []
      for (const each of claims) {
        const more = each.state === 'CREATED' ? hold : { state: each.state }
        const wanted = insert(
          database.knex,
          'reservations',
          reservation(each.device, each.from, each.from + each.minutes, more),
        )
        const counts = each.state === 'CREATED' || each.state === 'RESERVED'
        const overlaps = (other: (typeof claims)[number]) =>
          other.device === each.device &&
          other.from < each.from + each.minutes &&
          each.from < other.from + other.minutes
        if (counts && live.some(overlaps)) {
          expect(await refusalOf(wanted)).toMatchObject({ code: '23P01', constraint: 'reservations_no_overlap' })
        } else {
          await wanted
          if (counts) live.push(each)
        }
      }
    }),
    { numRuns: 40 },
  )
  await clear()
})

it('frees the place at once when a hold is canceled [HOLD-3]', async () => {
  const { knex } = database
  const id = await insert(knex, 'reservations', reservation(0, 0, 10, hold))
  expect(await refusalOf(insert(knex, 'reservations', reservation(0, 5, 15)))).toMatchObject({ code: '23P01' })
  await knex('reservations').where({ id }).update({ state: 'CANCELED', timed_out: true })
  await expect(insert(knex, 'reservations', reservation(0, 5, 15))).resolves.toBeGreaterThan(0)
  await clear()
})

it('has four states and the transitions between them [RES-1]', async () => {
  const { knex } = database
  const allowed = new Set(['CREATED RESERVED', 'CREATED CANCELED', 'RESERVED STORNO'])
  const states = ['CREATED', 'RESERVED', 'CANCELED', 'STORNO']
  for (const from of states) {
    for (const to of [...states, 'DONE']) {
      if (from === to) continue
      await clear()
      const id = await insert(
        knex,
        'reservations',
        reservation(0, 0, 10, { ...hold, state: from, reserved_at: from === 'CREATED' ? null : at(0) }),
      )
      const change = knex('reservations')
        .where({ id })
        .update({ state: to, reserved_at: at(1) })
      if (allowed.has(`${from} ${to}`)) await expect(change, `${from} to ${to}`).resolves.toBe(1)
      else expect(await refusalOf(change), `${from} to ${to}`).toMatchObject({ code: '23514' })
    }
  }
  await clear()
})

it.each([
  ['an end before its start', { starts_at: at(10), ends_at: at(5) }],
  ['no time at all', { starts_at: at(10), ends_at: at(10) }],
  ['a hold without end', { state: 'CREATED', held_until: null }],
  ['an unknown state', { state: 'BOOKED' }],
  ['a price below zero', { price_cents: -1 }],
  ['a note of 256 characters', { note: 'n'.repeat(256) }],
  ['a cost centre method without cost centre', { payment_method: 'cost-center' }],
])('refuses %s', async (_, more) => {
  expect(await refusalOf(insert(database.knex, 'reservations', reservation(5, 0, 10, more)))).toMatchObject({
    code: '23514',
  })
})

it("ties children to their parent's state at commit [RES-7]", async () => {
  const { knex } = database
  const parent = await insert(knex, 'reservations', reservation(1, 0, 60))
  const child = await insert(knex, 'reservations', reservation(2, 0, 60, { parent_id: parent }))
  expect(await refusalOf(insert(knex, 'reservations', reservation(3, 0, 50, { parent_id: parent })))).toMatchObject({
    constraint: 'reservations_family',
  })
  expect(await refusalOf(insert(knex, 'reservations', reservation(3, 0, 60, { parent_id: child })))).toMatchObject({
    constraint: 'reservations_family',
  })
  const storno = { state: 'STORNO' }
  expect(await refusalOf(knex('reservations').where({ id: parent }).update(storno))).toMatchObject({
    constraint: 'reservations_family',
  })
  expect(await refusalOf(knex('reservations').where({ id: child }).update(storno))).toMatchObject({
    constraint: 'reservations_family',
  })
  await knex.transaction(async (trx) => {
    await trx('reservations').where({ id: parent }).update(storno)
    await trx('reservations').where({ id: child }).update(storno)
  })
  expect(await knex('reservations').whereIn('id', [parent, child]).pluck('state')).toEqual(['STORNO', 'STORNO'])
  await clear()
})

async function plantDoor(): Promise<number> {
  const { id } = await one<{ id: number }>(database.knex, "SELECT id FROM device_types WHERE type = 'DOOR'")
  const door = { name: 'Door', hardware_id: 'door', gateway_id: site.gatewayId, site_id: site.siteId }
  return insert(database.knex, 'devices', { ...door, device_type_id: id })
}

it('shares a door between everybody who booked behind it, and no lot between two people [BOOK-5] [RES-7]', async () => {
  const door = await plantDoor()
  const first = await claim(0, 0, 60)
  const second = await claim(1, 0, 60)
  await claim(0, 0, 60, { device_id: door, parent_id: first, shared: true })
  await expect(claim(0, 0, 60, { device_id: door, parent_id: second, shared: true })).resolves.toBeGreaterThan(0)
  expect(await refusalOf(claim(2, 0, 60, { parent_id: first, shared: true }))).toMatchObject({
    constraint: 'reservations_shared_device',
  })
  expect(await refusalOf(claim(0, 100, 160, { device_id: door, shared: true }))).toMatchObject({
    constraint: 'reservations_shared_child',
  })
  await clear()
})

it('allows one hold per person, and one extension per reservation [HOLD-1] [RES-4]', async () => {
  const mine = { ...hold, user_id: site.userId }
  await claim(0, 200, 260, mine)
  expect(await refusalOf(claim(1, 300, 360, mine))).toMatchObject({ constraint: 'reservations_one_hold' })
  const first = await claim(0, 400, 460)
  await claim(0, 460, 500, { follows_id: first })
  expect(await refusalOf(claim(1, 460, 500, { follows_id: first }))).toMatchObject({
    constraint: 'reservations_one_follow_up',
  })
  await clear()
})

it('gives every write of a reservation a higher version', async () => {
  const { knex } = database
  const id = await claim(2, 600, 660)
  const version = async () =>
    (await one<{ version: number }>(knex, 'SELECT version FROM reservations WHERE id = ?', [id])).version
  const before = await version()
  await knex('reservations').where({ id }).update({ note: 'x', version: 1 })
  expect(await version()).toBeGreaterThan(before)
  await clear()
})

it('never changes history', async () => {
  const { knex } = database
  const reservation_id = await insert(knex, 'reservations', reservation(4, 0, 10))
  await insert(knex, 'reservation_history', { reservation_id, type: 'reserved' })
  expect(await refusalOf(knex('reservation_history').update({ type: 'other' }))).toMatchObject({ code: '23001' })
  expect(await refusalOf(knex('reservation_history').delete())).toMatchObject({ code: '23001' })
  expect(await refusalOf(knex.raw('TRUNCATE reservation_history'))).toMatchObject({ code: '23001' })
  expect((await refusalOf(knex('reservations').where({ id: reservation_id }).delete())).code).toMatch(stillReferenced)
})
