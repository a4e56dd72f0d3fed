import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { topUp } from '../../contract/payments.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { extend } from '../../contract/reservations.ts'
import { closing, edit, read } from '../../contract/tenants.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import topUpHandler from '../payments/top-up.ts'
import closingHandler from '../tenants/closing.ts'
import editHandler from '../tenants/edit.ts'
import readHandler from '../tenants/read.ts'
import extendHandler from './extend.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith } from './testing/booking-world.ts'

const handlers = [holdHandler, finalizeHandler, extendHandler, topUpHandler, closingHandler, editHandler, readHandler]
const hour = 3_600_000
let db: TestDatabase
let world: BookingWorld
let paymentId: number
beforeAll(async () => {
  db = await createTestDatabase()
  world = await bookingWorld(db.knex, {
    places: 4,
    handlers,
    event: { slot_minutes: 1 },
    stages: [
      [60, 150],
      [1_440, 600],
    ],
  })
  paymentId = (await one<{ id: number }>(db.knex, `select id from products where prefix = 'PAYMENT'`)).id
})
afterEach(() => sell())
afterAll(() => db.close())

const row = () => ({ product_id: paymentId, tenant_id: world.tenantId })
const sell = () => db.knex('product_tenants').insert(row()).onConflict().ignore()
const switchOff = () => db.knex('product_tenants').where(row()).delete()
const at = (ms: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + ms).toISOString()
const wanted = (place = 0, hours = 1) => ({
  siteId: world.siteId,
  deviceId: world.deviceIds[place],
  start: at(hour),
  end: at(hour + hours * hour),
})
const credit = { paymentMethod: 'credit', costCenterId: null } as const

it('without the product PAYMENT nothing with a price can be held; free places can [ADM-25]', async () => {
  await switchOff()
  const person = await world.person()
  expect(await person.send(hold, wanted())).toMatchObject({
    refusal: { code: 'payment-not-offered', fields: [{ path: 'start', issue: 'payment-not-offered' }] },
  })
  await insert(db.knex, 'events', { zone_id: world.zoneId, name: 'Free', starts_on: '2020-01-01', slot_minutes: 1 })
  const { reservation } = done(await person.send(hold, wanted()))
  expect(reservation.priceCents).toBe(0)
  await db.knex('events').where({ name: 'Free' }).update({ deleted_at: new Date() })
})

it('an older hold cannot be paid until the product is back [ADM-25]', async () => {
  const person = await world.person()
  const { reservation } = done(await person.send(hold, wanted(1)))
  const pay = { reservationId: reservation.id, ...credit, priceCents: 150 }
  await switchOff()
  expect(refusedWith(await person.send(finalize, pay))).toBe('payment-not-offered')
  await sell()
  expect(done(await person.send(finalize, pay)).reservation.state).toBe('RESERVED')
})

it('what an admin switches off and on again holds for the next booking of everybody who is signed in [ADM-25]', async () => {
  const person = await world.person()
  const admin = await world.as(await plantUser(db.knex, 'switching-admin', 'Admin'))
  const { tenantId } = world
  const save = async (productIds: number[]) => {
    const {
      id: _id,
      users: _users,
      zones: _zones,
      sites: _sites,
      ...fields
    } = done(await admin.ask(read, { tenantId }))
    const closed = fields.productIds.filter((id) => !productIds.includes(id))
    done(await admin.send(edit, { ...fields, tenantId, productIds, closing: closed }))
  }
  await save([])
  expect(refusedWith(await person.send(hold, wanted(3, 2)))).toBe('payment-not-offered')
  await save([paymentId])
  expect(done(await person.send(hold, wanted(3, 2))).reservation.priceCents).toBe(600)
})

it('a reservation can be extended within the paid amount only [ADM-25]', async () => {
  const person = await world.person()
  const { reservation } = done(await person.send(hold, { ...wanted(2), end: at(hour + hour / 2) }))
  done(await person.send(finalize, { reservationId: reservation.id, ...credit, priceCents: 150 }))
  await switchOff()
  const longer = { reservationId: reservation.id, end: at(3 * hour), ...credit, priceCents: 450 }
  expect(refusedWith(await person.send(extend, longer))).toBe('payment-not-offered')
  const within = { ...longer, end: at(2 * hour), paymentMethod: 'free', priceCents: 0 } as const
  expect(done(await person.send(extend, within)).reservation.state).toBe('RESERVED')
})

it('credit is sold while any company that the person sees takes money [ADM-25]', async () => {
  const person = await world.person()
  expect(refusedWith(await person.send(topUp, { amountCents: 1_000 }))).toBe('payment-provider-unavailable')
  Object.assign(world.context, { payments: { name: 'test', sessionMs: 600_000 } })
  await switchOff()
  expect(refusedWith(await person.send(topUp, { amountCents: 1_000 }))).toBe('payment-not-offered')
  Object.assign(world.context, { payments: null })
})

it('the preview counts people, reservations, money and holds of this company only [ADM-25]', async () => {
  await db
    .knex('reservations')
    .where({ state: 'CREATED' })
    .update({ held_until: new Date(0) })
  const person = await world.person()
  const { reservation } = done(await person.send(hold, { ...wanted(3), start: at(5 * hour), end: at(6 * hour) }))
  const admin = await world.as(await plantUser(db.knex, 'preview-admin', 'Admin'))
  const figures = async (tenantId: number) => {
    const [found] = done(await admin.ask(closing, { tenantId, productIds: [paymentId] }))
    return found && { ...found, product: found.product.prefix }
  }
  const before = await figures(world.tenantId)
  expect(before).toMatchObject({
    product: 'PAYMENT',
    holds: 1,
    holdCents: 150,
    people: 2,
    reservations: 2,
    paidCents: 300,
  })
  done(await person.send(finalize, { reservationId: reservation.id, ...credit, priceCents: 150 }))
  expect(await figures(world.tenantId)).toMatchObject({
    ...{ holds: 0, holdCents: 0, people: 3, reservations: 3, paidCents: 450 },
    recentCents: 450,
  })
  const other = await bookingWorld(db.knex, { places: 1, handlers: [] })
  expect(await figures(other.tenantId)).toMatchObject({ holds: 0, people: 0, reservations: 0, paidCents: 0 })
  await switchOff()
  expect(await figures(world.tenantId)).toBeUndefined()
})
