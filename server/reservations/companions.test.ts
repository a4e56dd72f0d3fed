import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hold } from '../../contract/reservations/book.ts'
import { extend, extension, reserveRemotely } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type BookingWorld, bookingWorld, done, refusedWith } from './testing/booking-world.ts'
import { book, hour, lifeHandlers, operator, plantDevice } from './testing/life.ts'

/** A place with a lift on every path that can also be booked alone: it must be as free as the place itself. */
let db: TestDatabase
let world: BookingWorld
let lift: number
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  world = await bookingWorld(db.knex, { handlers: lifeHandlers })
  lift = await plantDevice(db.knex, world, 'STORAGE_BOX', { is_mandatory: true, path_number: -1 })
})
afterAll(() => db.close())

const lot = (n: number) => world.deviceIds[n] ?? 0
const request = (n: number, from: number) => ({
  siteId: world.siteId,
  deviceId: lot(n),
  start: hour(from),
  end: hour(from + 1),
})

/** An expired hold that no job has cleared. */
async function ranOut(from: number): Promise<number> {
  const { id } = done(await (await world.person()).send(hold, request(0, from))).reservation
  await db.knex.raw(
    `update reservations set held_until = clock_timestamp() - interval '1 s' where id = ? or parent_id = ?`,
    [id, id],
  )
  return id
}
const stateOf = async (id: number) =>
  (await db.knex('reservations').where({ id }).first('state', 'timed_out')) as object
const timedOut = { state: 'CANCELED', timed_out: true }

describe('a bookable companion', () => {
  it('claims its time like the place: a hold elsewhere blocks it [BOOK-5]', async () => {
    done(await (await world.person()).send(hold, request(0, 30)))
    const answer = await (await world.person()).send(hold, request(1, 30))
    expect(refusedWith(answer)).toBe('place-held')
    const person = await world.person()
    const { id } = await book(person, world, { deviceId: lot(0), from: 32 })
    const elsewhere = await book(await world.person(), world, { deviceId: lot(1), from: 33 })
    expect(elsewhere.children).toHaveLength(1)
    const answered = done(await person.ask(extension, { reservationId: id, end: hour(34) }))
    expect(answered.refusal?.code).toBe('place-taken')
  })

  it('is free as soon as the hold that included it expires, without any job [HOLD-1]', async () => {
    const over = await ranOut(40)
    const person = await world.person()
    const { children } = done(await person.send(hold, request(1, 40))).reservation
    expect(children.map(({ id }) => id)).toEqual([lift])
    expect(await stateOf(over)).toEqual(timedOut)
    const any = await ranOut(42)
    done(await person.send(hold, { siteId: world.siteId, start: hour(42), end: hour(43) }))
    expect(await stateOf(any)).toEqual(timedOut)
  })

  it('is free at once for extensions and remote reservations too [HOLD-1] [RES-4]', async () => {
    const person = await world.person()
    const { id } = await book(person, world, { deviceId: lot(1), from: 50 })
    const before = await ranOut(51)
    done(await person.send(extend, { reservationId: id, end: hour(52), paymentMethod: 'credit', priceCents: 450 }))
    expect(await stateOf(before)).toEqual(timedOut)
    const rm = await operator(db.knex, world)
    const remote = await ranOut(60)
    done(await rm.send(reserveRemotely, request(1, 60)))
    expect(await stateOf(remote)).toEqual(timedOut)
  })

  it('goes to one of many who claim it at once through different places; the others get the reason [BOOK-5]', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => world.person()))
    const answers = await Promise.all(people.map((each, n) => each.send(hold, request(n % 3, 70))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(['place-held', 'place-taken']).toContain(answer.refusal.code)
  })

  it('blocks only its own path: other paths, and places without the option, stay bookable [BOOK-2]', async () => {
    const paths = await bookingWorld(db.knex, { handlers: lifeHandlers })
    const [first = 0, second = 0, third = 0] = paths.deviceIds
    await db.knex('devices').where({ id: first }).update({ path_number: 1 })
    await db.knex('devices').where({ id: second }).update({ path_number: 2 })
    await db.knex('devices').where({ id: third }).update({ path_number: 1 })
    await plantDevice(db.knex, paths, 'STORAGE_BOX', { is_mandatory: true, path_number: 1 })
    const span = { siteId: paths.siteId, start: hour(80), end: hour(81) }
    done(await (await paths.person()).send(hold, { ...span, deviceId: third }))
    const any = done(await (await paths.person()).send(hold, span)).reservation
    expect(any.device.id).toBe(second)
    expect(refusedWith(await (await paths.person()).send(hold, span))).toBe('no-free-place')

    const box = await plantDevice(db.knex, paths, 'BIKE_BOX', { is_optional: true, path_number: 2 })
    const requested = { siteId: paths.siteId, start: hour(90), end: hour(91), optionalDeviceIds: [box] }
    expect(done(await (await paths.person()).send(hold, requested)).reservation.device.id).toBe(second)
    const again = await (await paths.person()).send(hold, requested)
    expect(refusedWith(again)).toBe('option-not-available')
  })
})
