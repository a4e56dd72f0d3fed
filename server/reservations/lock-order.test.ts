import { afterAll, beforeAll, expect, it } from 'vitest'
import { amend, finalize, hold } from '../../contract/reservations/book.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { freeExpired, lockForClaim, lockPerson } from '../claims/claim.ts'
import amendHandler from './amend.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { hour } from './testing/life.ts'

/**
 * A claim that clears an expired hold locks the device and then the row: nobody may hold that row and wait for the
 * device.
 */
let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
  world = await bookingWorld(database.knex, { places: 1, handlers: [holdHandler, finalizeHandler, amendHandler] })
})
afterAll(() => database.close())

const deviceId = () => world.deviceIds[0] ?? 0

/** An expired hold, with its person and the request that made it. */
async function ranOut(from: number) {
  const person = await world.person()
  const request = { siteId: world.siteId, deviceId: deviceId(), start: hour(from), end: hour(from + 1) }
  const { id } = done(await person.send(hold, request)).reservation
  await database.knex.raw(`update reservations set held_until = clock_timestamp() - interval '1 s' where id = ?`, [id])
  return { person, request, id, span: { start: new Date(request.start), end: new Date(request.end) } }
}

/** Resolves when somebody waits for an advisory lock. */
async function somebodyWaits(): Promise<void> {
  const waiting = () =>
    one<{ n: number }>(
      database.knex,
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [],
    )
  await expect.poll(async () => (await waiting()).n, { interval: 5 }).toBeGreaterThan(0)
}

it('holds again without blocking a claim that clears the expired hold [HOLD-1] [BOOK-5]', async () => {
  const { person, request, id, span } = await ranOut(30)
  const { again, freed } = await database.knex.transaction(async (trx) => {
    const now = await lockForClaim(trx, [world.siteId], [deviceId()])
    const waits = person.send(hold, request)
    await somebodyWaits()
    await trx.raw(`set local lock_timeout = '300 ms'`)
    return { again: waits, freed: await freeExpired(trx, [deviceId()], span, now) }
  })
  expect(freed).toEqual([id])
  expect(done(await again).found).toBe(false)
})

it('is too late to book without waiting for the claim that takes the place [HOLD-1]', async () => {
  const { person, id } = await ranOut(40)
  await database.knex.transaction(async (trx) => {
    await lockForClaim(trx, [world.siteId], [deviceId()])
    const late = { reservationId: id, paymentMethod: 'credit', priceCents: 150 } as const
    expect(refusedWith(await person.send(finalize, late))).toBe('hold-expired')
  })
})

it.each([
  {
    what: 'books',
    from: 50,
    send: (person: TestPerson, id: number) =>
      person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents: 150 }),
    state: 'RESERVED',
  },
  {
    what: 'changes the options',
    from: 60,
    send: (person: TestPerson, id: number) => person.send(amend, { reservationId: id, optionalDeviceIds: [] }),
    state: 'CREATED',
  },
])(
  '$what under the lock of the person, as he holds: his next hold ends this one and waits for nobody who waits for it [BOOK-5]',
  async ({ from, send, state }) => {
    const person = await world.person()
    const request = { siteId: world.siteId, deviceId: deviceId(), start: hour(from), end: hour(from + 1) }
    const { id } = done(await person.send(hold, request)).reservation
    const { sent } = await database.knex.transaction(async (trx) => {
      await lockPerson(trx, person.userId)
      const sending = send(person, id)
      await somebodyWaits()
      await trx.raw('select from reservations where id = ? for update nowait', [id])
      return { sent: sending }
    })
    expect(done(await sent).reservation.state).toBe(state)
  },
)
