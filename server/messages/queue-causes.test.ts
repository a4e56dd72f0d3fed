import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancel, changeDevice, extend } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { openMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { warnOfSilentGateways } from '../../telemetry/silence/silence-gateways.ts'
import { type BookingWorld, bookingWorld, done } from '../reservations/testing/booking-world.ts'
import { book, hour, lifeHandlers, operator } from '../reservations/testing/life.ts'
import { queueMalfunctions } from './queue-malfunctions.ts'
import { queueReservationMessages } from './queue-reservations.ts'
import { queueSilentGateways } from './queue-silent-gateways.ts'

let db: TestDatabase
let knex: Knex
let world: BookingWorld
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 })
  knex = db.knex
  world = await bookingWorld(knex, { places: 4, handlers: lifeHandlers })
})
afterAll(() => db?.close())
beforeEach(() => knex('messages').delete())

interface Row {
  kind: string
  user_id: number
  body_text: string
  subject: string
}
const told = () =>
  many<Row>(knex, `select kind, user_id, body_text, subject from messages where channel = 'mail' order by id`)
const kinds = async () => (await told()).map(({ kind }) => kind)

describe('messages about a reservation [NOTE-1]', () => {
  it('go to its person, each once, however often the fact arrives', async () => {
    const person = await world.person()
    const own = await book(person, world, { from: 30 })
    const other = world.deviceIds.find((id) => id !== own.device.id) ?? 0
    done(await person.send(changeDevice, { reservationId: own.id, deviceId: other }))
    const fresh = await Promise.all([1, 2, 3, 4].map(() => queueReservationMessages(knex, [own.id])))
    expect(fresh.reduce((sum, count) => sum + count, 0)).toBe(2)
    done(await person.send(cancel, { reservationId: own.id, refundCents: own.paidCents }))
    expect(await queueReservationMessages(knex, [own.id])).toBe(1)
    expect(await queueReservationMessages(knex, null)).toBe(0)
    expect(await kinds()).toEqual(['reservation-confirmed', 'reservation-changed', 'reservation-canceled'])
    const [confirmed, changed, canceled] = await told()
    expect(confirmed?.body_text).toContain(`Reservation: ${own.number}`)
    expect(changed?.body_text).toMatch(/is now for Lot \d instead of Lot \d/)
    expect(canceled?.body_text).toContain('You will get €1.50 back.')
  })

  it('name the follow-up reservation when it goes on, and who cancelled it', async () => {
    const person = await world.person()
    const own = await book(person, world, { from: 40 })
    const terms = done(
      await person.send(extend, { reservationId: own.id, end: hour(42), paymentMethod: 'credit', priceCents: 450 }),
    )
    const manager = await operator(knex, world)
    done(await manager.send(cancel, { reservationId: terms.reservation.id, refundCents: 450 }))
    expect(await queueReservationMessages(knex, [own.id, terms.reservation.id])).toBe(3)
    const [, extended, canceled] = await told()
    expect(extended).toMatchObject({ kind: 'reservation-extended', user_id: person.userId })
    expect(extended?.subject).toMatch(/^Extended until /)
    expect(canceled?.body_text).toContain('The operator of the site has cancelled')
  })

  it('are left out where maintenance or overstay send their own, and where there is nobody to inform', async () => {
    const person = await world.person()
    const own = await book(person, world, { from: 50 })
    await queueReservationMessages(knex, [own.id])
    await knex('reservation_history').insert({
      reservation_id: own.id,
      type: 'device-changed',
      data: JSON.stringify({ from: world.deviceIds[0], to: world.deviceIds[1], why: 'maintenance' }),
    })
    await knex('reservation_history').insert({ reservation_id: own.id, type: 'edited' })
    expect(await queueReservationMessages(knex, [own.id])).toBe(0)
    await knex('reservations').where({ id: own.id }).update({ user_id: null })
    await knex('reservation_history').insert({ reservation_id: own.id, type: 'canceled' })
    expect(await queueReservationMessages(knex, [own.id])).toBe(0)
    expect(await kinds()).toEqual(['reservation-confirmed'])
  })
})

describe('silent gateways [GW-3]', () => {
  it('are reported to each operator of their site once per warning, whoever sweeps and however often the fact arrives', async () => {
    const [one, two] = [await operator(knex, world), await operator(knex, world)]
    await operator(knex, world, { inZone: false })
    await operator(knex, world, { role: 'Visitor' })
    const closed = await operator(knex, world)
    await knex('users').where({ id: closed.userId }).update({ state: 'DEACTIVATED' })
    const managers = (await knex('users')
      .where({ state: 'ACTIVE' })
      .whereIn('id', knex('user_zones').select('user_id'))
      .whereIn('role_id', knex('roles').select('id').where({ name: 'Reservation Manager' }))
      .pluck('id')) as number[]
    expect(managers).toEqual(expect.arrayContaining([one.userId, two.userId]))
    const silent = async () => {
      await knex('gateways')
        .where({ id: world.gatewayId })
        .update({ last_message_at: knex.raw(`now() - interval '4 hours'`), linked: false })
      const round = Array.from({ length: 20 }, async () => {
        const now = (await knex.raw<{ rows: { now: Date }[] }>('select now()')).rows[0]?.now ?? new Date()
        await warnOfSilentGateways(knex, now)
        await queueSilentGateways(knex)
      })
      await Promise.all(round)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await silent()
    await silent()
    expect((await told()).map(({ kind, user_id: id }) => [kind, id])).toEqual(
      managers.toSorted((a, b) => a - b).map((id) => ['gateway-silent', id]),
    )
    await knex('gateways')
      .where({ id: world.gatewayId })
      .update({ silent_mail_at: knex.raw(`now() - interval '25 hours'`) })
    expect(await queueSilentGateways(knex)).toBe(0)
    await silent()
    expect(await kinds()).toHaveLength(2 * managers.length)
    vi.useRealTimers()
  })
})

describe('malfunctions that need somebody on site [GW-4]', () => {
  const age = (minutes: number) =>
    knex('malfunctions').update({ created_at: knex.raw(`now() - make_interval(mins => ?)`, [minutes]) })
  const stamps = (deviceId: number) =>
    knex('device_states').where({ device_id: deviceId }).first('dirty_mail_at', 'voltage_mail_at') as Promise<
      Record<string, Date | null>
    >

  it('are mailed once each when they are two minutes old, and stamped', async () => {
    const fresh = await bookingWorld(knex, { places: 3, handlers: [] })
    const manager = await insert(knex, 'users', {
      username: 'came',
      email: 'came@example.org',
      state: 'ACTIVE',
      language: 'en',
      role_id: knex('roles').select('id').where({ name: 'Reservation Manager' }),
    })
    await knex('user_zones').insert({ user_id: manager, zone_id: fresh.zoneId })
    const [stuck = 0, dirty = 0, muted = 0] = fresh.deviceIds
    await knex('devices').where({ id: muted }).update({ send_mail: false })
    const at = new Date()
    await knex.transaction((trx) =>
      openMalfunctions(trx, [
        { kind: 'stuck-door', deviceId: stuck, at },
        { kind: 'sensor-dirty', deviceId: dirty, at },
        { kind: 'low-voltage', deviceId: dirty, at },
        { kind: 'low-voltage', deviceId: muted, at },
        { kind: 'error-status', deviceId: stuck, at },
      ]),
    )
    expect(await queueMalfunctions(knex)).toBe(0)
    await age(3)
    const swept = await Promise.all([1, 2, 3, 4, 5].map(() => queueMalfunctions(knex)))
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect((await told()).map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Left open: Lot 1, Site/) as string,
      expect.stringMatching(/^Low voltage: Lot 2/) as string,
      expect.stringMatching(/^Sensor dirty: Lot 2/) as string,
    ])
    expect(await stamps(dirty)).toEqual({
      dirty_mail_at: expect.any(Date) as Date,
      voltage_mail_at: expect.any(Date) as Date,
    })
    expect(await stamps(stuck)).toEqual({ dirty_mail_at: null, voltage_mail_at: null })
    await age(6_000)
    expect(await queueMalfunctions(knex)).toBe(0)
    expect(await knex('malfunction_history').where({ type: 'mailed' })).toHaveLength(4 - 1)
  })
  it.each([
    ['zones [ADM-2]', { monitoring: false }, {}],
    ['companies [ADM-1]', {}, { monitoring: false }],
  ])('are mailed to managers of monitored %s only', async (_of, zone, tenant) => {
    const fresh = await bookingWorld(knex, { places: 1, handlers: [] })
    const { tenantId: other } = await bookingWorld(knex, { places: 1, handlers: [] })
    await knex('tenants')
      .where('id', other)
      .update({ name: 'Other', ...tenant })
    const muted = await insert(knex, 'zones', { tenant_id: other, name: 'Muted', ...zone })
    await knex('site_zones').insert({ site_id: fresh.siteId, zone_id: muted })
    const [one, two] = [await operator(knex, fresh), await operator(knex, { ...fresh, zoneId: muted })]
    await knex.transaction((trx) =>
      openMalfunctions(trx, [{ kind: 'stuck-door', deviceId: fresh.deviceIds[0] ?? 0, at: new Date() }]),
    )
    await age(3)
    await queueMalfunctions(knex)
    const people = (await told()).map(({ user_id: id }) => id)
    expect(people).toContain(one.userId)
    expect(people).not.toContain(two.userId)
  })
})
