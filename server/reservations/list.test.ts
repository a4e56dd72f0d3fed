import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { calendar, cancel, history, list, personal } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { book, hour, lifeHandlers, operator, plantDevice } from './testing/life.ts'

let db: TestDatabase
let world: BookingWorld
let elsewhere: BookingWorld
let anna: TestPerson
let bert: TestPerson
let manager: TestPerson
let admin: TestPerson
/** By name: the reservations of anna and bert at the world's site. */
const booked: Record<string, { id: number; number: number }> = {}

beforeAll(async () => {
  db = await createTestDatabase()
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, places: 4 })
  elsewhere = await bookingWorld(db.knex, { handlers: lifeHandlers })
  manager = await operator(db.knex, world)
  admin = await operator(db.knex, world, { role: 'Admin', inZone: false })
  anna = await world.person()
  bert = await world.person()
  await db
    .knex('users')
    .where({ id: anna.userId })
    .update({ firstname: 'Anna', lastname: 'Größe_1', email: 'anna%x@example.org' })
  const [lot = 0, second = 0] = world.deviceIds
  await db.knex('devices').where({ id: lot }).update({ name: 'North 7' })
  const box = await plantDevice(db.knex, world, 'BIKE_BOX', { name: 'Box B', is_optional: true, path_number: -1 })
  booked['first'] = await book(anna, world, {
    from: 10,
    deviceId: lot,
    note: 'With a trailer',
    licencePlate: 'DD-AB 123',
  })
  booked['second'] = await book(bert, world, { from: 20, until: 44, deviceId: second, optionalDeviceIds: [box] })
  booked['canceled'] = await book(anna, world, { from: 30, deviceId: lot })
  done(await anna.send(cancel, { reservationId: booked['canceled'].id, refundCents: 150 }))
  booked['third'] = await book(bert, world, { from: 40, deviceId: lot })
  await book(await elsewhere.person(), elsewhere, { from: 10 })
  await db.knex('reservations').where({ id: booked['third'].id }).update({ managed_by: admin.userId })
})
afterAll(() => db.close())

const named = (ids: readonly { id: number }[]) =>
  ids.map(({ id }) => Object.keys(booked).find((name) => booked[name]?.id === id) ?? id)
/** As HTTP calls request them: the latest start first. */
const inputOf = ({ query, page, limit, sort = 'start', descending = true, ...filters }: Record<string, unknown>) =>
  ({
    search: query,
    page,
    pageSize: limit,
    sort: descending ? `-${String(sort)}` : sort,
    filters,
  }) as z.input<typeof list.input>
const listed = async (input: object, who = manager) => named(done(await who.ask(list, inputOf({ ...input }))).rows)

describe("the operators' list", () => {
  it('shows booked and cancelled ones in the operator’s zones, next start first, with their persons [RES-2]', async () => {
    const { rows: items, recordCount } = done(await manager.ask(list, { sort: '-start' }))
    expect(named(done(await manager.ask(list, {})).rows)).toEqual(['first', 'second', 'canceled', 'third'])
    expect(named(items)).toEqual(['third', 'canceled', 'second', 'first'])
    expect(recordCount).toBe(4)
    expect(items[3]).toMatchObject({ user: { name: 'Anna Größe_1', blocked: false }, licencePlate: 'DD-AB 123' })
    expect(items[2]?.children).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain('"pin"')
    expect(done(await admin.ask(list, {})).recordCount).toBe(5)
    expect(await listed({}, await operator(db.knex, world, { inZone: false }))).toEqual([])
  })

  it.each<[string, () => object, string[]]>([
    ['states', () => ({ states: ['STORNO'] }), ['canceled']],
    ['all states when none is named', () => ({ states: [] }), ['third', 'canceled', 'second', 'first']],
    ['price from', () => ({ priceMin: 151 }), ['second']],
    ['price to', () => ({ priceMax: 150 }), ['third', 'canceled', 'first']],
    ['start since', () => ({ startSince: hour(30) }), ['third', 'canceled']],
    ['start until, not with it', () => ({ startUntil: hour(20) }), ['first']],
    ['who looks after it', () => ({ managedBy: admin.userId }), ['third']],
    ['person', () => ({ userId: bert.userId }), ['third', 'second']],
    ['number', () => ({ number: booked['second']?.number }), ['second']],
    ['site', () => ({ siteId: elsewhere.siteId }), []],
    ['word: number', () => ({ query: String(booked['first']?.number) }), ['first']],
    ['word: name', () => ({ query: 'größe_1' }), ['canceled', 'first']],
    ['word: e-mail, its letters as they are', () => ({ query: 'a%x@' }), ['canceled', 'first']],
    ['word: % is no joker', () => ({ query: '%_%' }), []],
    ['word: plate, however written', () => ({ query: 'dd ab-12' }), ['first']],
    ['word: note', () => ({ query: 'TRAILER' }), ['first']],
    ['word: device', () => ({ query: 'north' }), ['third', 'canceled', 'first']],
    ['word: main devices only', () => ({ query: 'Box B' }), []],
    ['word: with what comes along', () => ({ query: 'Box B', reservableOnly: false }), ['second']],
    ['sort by price', () => ({ sort: 'price', descending: false }), ['first', 'canceled', 'third', 'second']],
    ['sort by end', () => ({ sort: 'end' }), ['second', 'third', 'canceled', 'first']],
    ['sort by number', () => ({ sort: 'number', descending: false }), ['first', 'second', 'canceled', 'third']],
  ])('filters by %s [RES-2]', async (_, input, names) => {
    expect(await listed(input())).toEqual(names)
  })

  it('pages without losing or repeating any, and is empty beyond the end [RES-2]', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => manager.ask(list, { page, pageSize: 2, sort: '-price' }).then(done)),
    )
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 0])
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(4)
    expect(pages.map(({ recordCount }) => recordCount)).toEqual([4, 4, 4])
  })

  it('shows people in charge of a site their own reservations [RES-2]', async () => {
    expect(await listed({ managedByMe: true }, admin)).toEqual(['third'])
    // The filter of operators reveals nothing of others.
    expect(await listed({ managedByMe: true, managedBy: manager.userId }, admin)).toEqual(['third'])
  })
})

describe('a visitor’s own list', () => {
  it('filters by span and state, and shows nobody else’s [RES-2]', async () => {
    const mine = async (input: object) => named(done(await anna.ask(personal, input)).items)
    expect(await mine({})).toEqual(['first'])
    expect(await mine({ timespans: ['active', 'future'] })).toEqual(['first'])
    expect(await mine({ timespans: ['past'] })).toEqual([])
    expect(await mine({ states: ['RESERVED', 'STORNO'] })).toEqual(['canceled', 'first'])
    expect(await mine({ query: 'trailer' })).toEqual(['first'])
    expect(await mine({ query: 'Anna' })).toEqual([])
    expect(done(await anna.ask(personal, {})).items[0]?.pin).toBeDefined()
  })

  it('keeps past ones, with their ledger lines [RES-2] [PAY-1]', async () => {
    const { rows: items, recordCount } = done(await anna.ask(history, {}))
    expect(recordCount).toBe(1)
    expect(named(items.map(({ reservation }) => reservation))).toEqual(['canceled'])
    expect(items[0]?.transactions.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['booking', -150],
      ['refund', 150],
    ])
    expect(refusedWith(await admin.ask(history, {}))).toBe('not-authorized')
  })

  it('keeps expired ones, before and after they are cleared, but none that another request replaced [RES-2] [HOLD-2]', async () => {
    const person = await world.person()
    const row = {
      site_id: world.siteId,
      user_id: person.userId,
      device_id: world.deviceIds[3],
      starts_at: hour(5),
      ends_at: hour(6),
      created_at: new Date(Date.now() - 3_600_000),
    }
    const expired = await insert(db.knex, 'reservations', {
      ...row,
      state: 'CREATED',
      hold_kind: 'choosing',
      held_until: new Date(Date.now() - 1_000),
    })
    const timedOut = await insert(db.knex, 'reservations', {
      ...row,
      state: 'CANCELED',
      timed_out: true,
      end_reason: 'hold-expired',
    })
    await insert(db.knex, 'reservations', { ...row, state: 'CANCELED', end_reason: 'replaced' })
    const found = done(await person.ask(history, {})).rows.map(({ reservation }) => reservation.id)
    expect(found).toEqual([timedOut, expired])
  })
})

describe('the calendar of a lot', () => {
  const ask = (who: TestPerson, input: object = {}) =>
    who.ask(calendar, { deviceId: world.deviceIds[0] ?? 0, from: hour(0), until: hour(100), ...input })

  it('shows reservations and maintenance that touch the span, in order [RES-9]', async () => {
    const deviceId = world.deviceIds[0] ?? 0
    const period = await insert(db.knex, 'maintenance_periods', {
      scope: 'device',
      device_id: deviceId,
      reason: 'New paint',
      starts_at: hour(50),
    })
    const found = done(await ask(manager))
    expect(found).toMatchObject({ device: { name: 'North 7' }, timeZone: 'Europe/Berlin', site: { id: world.siteId } })
    expect(found.entries).toEqual([
      expect.objectContaining({ kind: 'reservation', id: booked['first']?.id, start: hour(10), title: 'Anna Größe_1' }),
      expect.objectContaining({ kind: 'reservation', id: booked['third']?.id, number: booked['third']?.number }),
      { kind: 'maintenance', id: period, number: null, start: hour(50), end: null, title: 'New paint' },
    ])
    expect(done(await ask(manager, { from: hour(11), until: hour(40) })).entries).toEqual([])
    await db.knex('maintenance_periods').where({ id: period }).update({ revoked_at: new Date(), revoke_reason: 'done' })
  })

  it('requires a span of at most a year, and a device in the operator’s zones [RES-9]', async () => {
    expect(refusedWith(await ask(manager, { until: hour(0) }))).toBe('span-empty')
    expect(refusedWith(await ask(manager, { until: hour(24 * 367) }))).toBe('span-too-long')
    expect(refusedWith(await ask(manager, { deviceId: elsewhere.deviceIds[0] }))).toBe('not-found')
    expect(refusedWith(await ask(anna))).toBe('not-authorized')
  })
})
