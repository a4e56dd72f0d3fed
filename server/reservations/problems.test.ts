import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reservations as problems } from '../../contract/problems.ts'
import { repairRefund } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { book, hour, lifeHandlers, operator, plantDevice } from './testing/life.ts'

let db: TestDatabase
let world: BookingWorld
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
  world = await bookingWorld(db.knex, { handlers: lifeHandlers })
  admin = await operator(db.knex, world, { role: 'Admin', inZone: false })
  person = await world.person()
})
afterAll(() => db.close())

/** Writes data that no verb can make, with the constraints disabled meanwhile. */
async function damage(work: (trx: Knex.Transaction) => Promise<unknown>): Promise<void> {
  await db.knex.transaction(async (trx) => {
    await trx.raw('alter table reservations disable trigger user')
    await work(trx)
    await trx.raw('alter table reservations enable trigger user')
  })
}
const found = async () =>
  done(await admin.ask(problems, {})).map(({ kind, reservationId, detail }) => ({ kind, reservationId, detail }))

it('finds nothing in sound data [PAY-4] [RES-7]', async () => {
  await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: -1 })
  await book(person, world)
  await book(person, world, { from: 25 })
  expect(await found()).toEqual([])
})

it('finds exactly the faults, whichever constraint should have prevented them [BOOK-5] [HOLD-1] [RES-7]', async () => {
  const [one, two] = [await book(person, world, { from: 40 }), await book(person, world, { from: 42 })]
  const child = one.children[0]?.reservationId ?? 0
  await db.knex.raw('alter table reservations drop constraint reservations_no_overlap')
  await damage((trx) =>
    trx('reservations')
      .where({ id: two.id })
      .update({ starts_at: hour(40), ends_at: hour(44), device_id: one.device.id }),
  )
  await damage((trx) =>
    trx('reservations')
      .where({ parent_id: two.id })
      .update({ starts_at: hour(40), ends_at: hour(44) }),
  )
  await damage((trx) => trx('reservations').where({ id: child }).update({ state: 'STORNO' }))
  const row = { site_id: world.siteId, device_id: world.deviceIds[2], user_id: person.userId }
  const hold = (from: number, heldUntil: Date) =>
    insert(db.knex, 'reservations', {
      ...row,
      starts_at: hour(from),
      ends_at: hour(from + 1),
      state: 'CREATED',
      hold_kind: 'payment',
      held_until: heldUntil,
      price_cents: 150,
    })
  const stale = await hold(60, new Date(Date.now() - 3_600_000))
  const waiting = await hold(62, new Date(Date.now() + 60_000))
  const payment = { provider: 'test', purpose: 'reservation', user_id: person.userId, amount_cents: 150 }
  const settledLate = { ...payment, reservation_id: stale, expires_at: new Date(Date.now() - 3_600_000) }
  await insert(db.knex, 'payments', { ...settledLate, created_at: new Date(Date.now() - 7_200_000) })
  await insert(db.knex, 'payments', { ...payment, reservation_id: waiting, expires_at: new Date(Date.now() + 60_000) })
  expect(await found()).toEqual([
    { kind: 'overlap', reservationId: two.id, detail: { deviceId: one.device.id } },
    { kind: 'stale-hold', reservationId: stale, detail: { heldUntil: expect.any(String) as string } },
    {
      kind: 'stray-child',
      reservationId: child,
      detail: { parentId: one.id, state: 'STORNO', parentState: 'RESERVED' },
    },
    {
      kind: 'unsettled-payment',
      reservationId: stale,
      detail: { payment: expect.any(String) as string, amountCents: 150 },
    },
  ])
})

it('is for admins, and repairs only what is missing [PAY-4]', async () => {
  const { id } = await book(person, world, { from: 80 })
  const manager = await operator(db.knex, world)
  expect(refusedWith(await manager.ask(problems, {}))).toBe('not-authorized')
  expect(refusedWith(await manager.send(repairRefund, { reservationId: id }))).toBe('not-authorized')
  expect(refusedWith(await admin.send(repairRefund, { reservationId: id }))).toBe('refund-not-missing')
  expect(refusedWith(await admin.send(repairRefund, { reservationId: 999_999 }))).toBe('not-found')
})
