import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hold } from '../../contract/reservations/book.ts'
import { alternatives, changeDevice, edit } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { book, hour, lifeHandlers, operator, plantDevice, shift } from './testing/life.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson
let lots: number[]

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, places: 4, event: { licence_plate_mandatory: true } })
  person = await world.person()
  lots = world.deviceIds
})

const lot = (n: number) => lots[n] ?? 0
const plate = { licencePlate: 'DD-X 1' }
const others = async (reservationId: number, who = person) =>
  done(await who.ask(alternatives, { reservationId })).devices.map(({ id }) => id)
const devicesOf = async (id: number) =>
  (
    await many<{ device_id: number }>(
      db.knex,
      'select device_id from reservations where id = ? or parent_id = ? order by parent_id nulls first, device_id',
      [id, id],
    )
  ).map(({ device_id }) => device_id)
const maintain = (deviceId: number) =>
  insert(db.knex, 'maintenance_periods', { scope: 'device', device_id: deviceId, reason: 'Paint', starts_at: hour(24) })

describe('equivalent places', () => {
  it('are of the same type at the same site, free for the whole span and without maintenance [RES-6]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0), until: 26, ...plate })
    await plantDevice(db.knex, world, 'BIKE_BOX', {})
    expect(await others(id)).toEqual([lot(1), lot(2), lot(3)])
    await book(await world.person(), world, { deviceId: lot(1), from: 25, until: 27, ...plate })
    const held = await (await world.person()).send(hold, {
      siteId: world.siteId,
      start: hour(23),
      end: hour(25),
      deviceId: lot(2),
    })
    done(held)
    expect(await others(id)).toEqual([lot(3)])
    await maintain(lot(3))
    expect(await others(id)).toEqual([])
    expect(await others(id, await operator(db.knex, world))).toEqual([])
    expect(refusedWith(await (await world.person()).ask(alternatives, { reservationId: id }))).toBe('not-found')
  })

  it('drop an added option only if it is not on their way [RES-6] [RES-7]', async () => {
    const everywhere = await plantDevice(db.knex, world, 'BIKE_BOX', { is_optional: true, path_number: -1 })
    const north = await plantDevice(db.knex, world, 'BIKE_BOX', { is_optional: true, path_number: 1 })
    await db
      .knex('devices')
      .whereIn('id', [lot(0), lot(1)])
      .update({ path_number: 1 })
    await db
      .knex('devices')
      .whereIn('id', [lot(2), lot(3)])
      .update({ path_number: 2 })
    const one = await book(person, world, { deviceId: lot(0), optionalDeviceIds: [everywhere], ...plate })
    expect(await others(one.id)).toEqual([lot(1), lot(2), lot(3)])
    const two = await book(person, world, { deviceId: lot(0), from: 30, optionalDeviceIds: [north], ...plate })
    expect(await others(two.id)).toEqual([lot(1)])
    expect(refusedWith(await person.send(changeDevice, { reservationId: two.id, deviceId: lot(2) }))).toBe(
      'device-not-equivalent',
    )
  })
})

describe('changing the device', () => {
  it('moves the reservation and what comes along, frees the old place and publishes the change [RES-6] [RES-7]', async () => {
    const [north, south] = [
      await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: 1 }),
      await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: 2 }),
    ]
    const gate = await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: -1 })
    await db
      .knex('devices')
      .where({ id: lot(0) })
      .update({ path_number: 1 })
    await db
      .knex('devices')
      .where({ id: lot(1) })
      .update({ path_number: 2 })
    const { id } = await book(person, world, { deviceId: lot(0), ...plate })
    expect(await devicesOf(id)).toEqual([lot(0), north, gate])
    done(await person.send(changeDevice, { reservationId: id, deviceId: lot(1) }))
    expect(await devicesOf(id)).toEqual([lot(1), south, gate])
    expect(
      await db.knex('reservation_history').where({ reservation_id: id, type: 'device-changed' }).first(),
    ).toMatchObject({
      user_id: person.userId,
      data: { from: lot(0), to: lot(1) },
    })
    const [told] = await many<{ changes: { kind: string; view: { deviceId?: number; device?: { id: number } } }[] }>(
      db.knex,
      `select changes from outbox where fact = 'reservations.deviceChanged' order by id desc limit 1`,
    )
    expect(told?.changes.find(({ kind }) => kind === 'claim')?.view.deviceId).toBe(lot(1))
    expect(told?.changes.find(({ kind }) => kind === 'reservation')?.view.device?.id).toBe(lot(1))
    expect((await book(await world.person(), world, { deviceId: lot(0), ...plate })).device.id).toBe(lot(0))
  })

  it('names the obstacle [RES-6]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0), ...plate })
    const other = await book(await world.person(), world, { deviceId: lot(1), ...plate })
    done(
      await (await world.person()).send(hold, {
        siteId: world.siteId,
        start: hour(24),
        end: hour(25),
        deviceId: lot(2),
      }),
    )
    await maintain(lot(3))
    const box = await plantDevice(db.knex, world, 'BIKE_BOX', {})
    const elsewhere = await bookingWorld(db.knex, { handlers: lifeHandlers })
    const to = async (deviceId: number) => refusedWith(await person.send(changeDevice, { reservationId: id, deviceId }))
    expect(await to(lot(1))).toBe('place-taken')
    expect(await to(lot(2))).toBe('place-held')
    expect(await to(lot(3))).toBe('maintenance-then')
    expect(await to(box)).toBe('device-not-equivalent')
    expect(await to(elsewhere.deviceIds[0] ?? 0)).toBe('device-not-equivalent')
    expect(await to(999_999)).toBe('device-not-equivalent')
    expect(await to(lot(0))).toBe('change-device-error')
    expect(refusedWith(await person.send(changeDevice, { reservationId: other.id, deviceId: lot(3) }))).toBe(
      'not-found',
    )
  })

  it('refuses an unreliable device when the stay begins soon or runs [RES-6]', async () => {
    const { id } = await book(person, world, { deviceId: lot(0), until: 30, ...plate })
    await db
      .knex('device_states')
      .where({ device_id: lot(1) })
      .update({ reachable: false })
    done(await person.send(changeDevice, { reservationId: id, deviceId: lot(1) }))
    done(await person.send(changeDevice, { reservationId: id, deviceId: lot(0) }))
    await shift(db.knex, id, -26 * 60)
    expect(await others(id)).toEqual([lot(2), lot(3)])
    expect(refusedWith(await person.send(changeDevice, { reservationId: id, deviceId: lot(1) }))).toBe(
      'change-device-error',
    )
    done(await person.send(changeDevice, { reservationId: id, deviceId: lot(2) }))
  })

  it('gives a free place to one of two [RES-6] [BOOK-5]', async () => {
    for (let round = 0; round < 4; round += 1) {
      const from = 24 + 2 * round
      const people = [person, await world.person(), await world.person()]
      const all = await Promise.all(people.map((each, n) => book(each, world, { from, deviceId: lot(n), ...plate })))
      const answers = await Promise.all(
        people.map((each, n) => each.send(changeDevice, { reservationId: all[n]?.id ?? 0, deviceId: lot(3) })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((each) => !each.ok).map(refusedWith)).toEqual(['place-taken', 'place-taken'])
    }
  })

  it('requires a booked reservation that is not over [RES-1] [RES-6]', async () => {
    const held = done(
      await person.send(hold, { siteId: world.siteId, start: hour(24), end: hour(25), deviceId: lot(0) }),
    ).reservation
    const move = (reservationId: number) => person.send(changeDevice, { reservationId, deviceId: lot(1) })
    expect(refusedWith(await move(held.id))).toBe('reservation-not-reserved')
    const { id } = await book(person, world, { from: 30, ...plate })
    await shift(db.knex, id, -32 * 60)
    expect(refusedWith(await move(id))).toBe('reservation-over')
  })
})

describe('editing', () => {
  const read = (id: number) => db.knex('reservations').where({ id }).first('note', 'licence_plate', 'rfid_token')

  it('writes note, plate and RFID token; an absent field stays, null and blanks clear it [RES-3]', async () => {
    const { id } = await book(person, world, { note: 'Old', ...plate })
    done(await person.send(edit, { reservationId: id, rfidToken: 'AB12', licencePlate: ' DD-Y 2 ' }))
    expect(await read(id)).toEqual({ note: 'Old', licence_plate: 'DD-Y 2', rfid_token: 'AB12' })
    done(await person.send(edit, { reservationId: id, note: '   ', rfidToken: null }))
    expect(await read(id)).toEqual({ note: null, licence_plate: 'DD-Y 2', rfid_token: null })
    const history = (await db
      .knex('reservation_history')
      .where({ reservation_id: id, type: 'edited' })
      .orderBy('id')) as {
      data: { fields: string[] }
    }[]
    expect(history.map(({ data }) => data.fields)).toEqual([
      ['licencePlate', 'rfidToken'],
      ['note', 'rfidToken'],
    ])
    done(await person.send(edit, { reservationId: id, note: '' }))
    expect(await db.knex('reservation_history').where({ reservation_id: id, type: 'edited' })).toHaveLength(2)
  })

  it('requires a mandatory plate, and names its field [RES-3]', async () => {
    const { id } = await book(person, world, plate)
    expect(await person.send(edit, { reservationId: id, licencePlate: '' })).toEqual({
      ok: false,
      refusal: {
        code: 'licence-plate-required',
        fields: [{ path: 'licencePlate', issue: 'licence-plate-required' }],
      },
    })
  })

  it('is for the owner and the operators of the zone, until the end [RES-3]', async () => {
    const { id } = await book(person, world, plate)
    done(await (await operator(db.knex, world)).send(edit, { reservationId: id, note: 'By the operator' }))
    const foreign = await operator(db.knex, world, { inZone: false })
    expect(refusedWith(await foreign.send(edit, { reservationId: id, note: 'x' }))).toBe('not-found')
    await shift(db.knex, id, -30 * 60)
    expect(refusedWith(await person.send(edit, { reservationId: id, note: 'x' }))).toBe('reservation-over')
  })
})
