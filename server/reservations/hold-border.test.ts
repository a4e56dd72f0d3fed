import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type BookingWorld, bookingWorld, done } from './testing/booking-world.ts'

/** Holds that are booked at the very moment of their expiry; the environment selects the long form. */
const rounds = Number(process.env['T4_ROUNDS'] ?? 25)
let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
  world = await bookingWorld(database.knex, { places: 1, handlers: [holdHandler, finalizeHandler] })
})
afterAll(() => database.close())

it(`is either booked by one or taken by the other at the moment of its expiry, ${rounds} times [HOLD-1] [BOOK-5]`, async () => {
  const [owner, other] = [await world.person(100_000), await world.person(100_000)]
  const seen = { booked: 0, taken: 0, neither: 0 }
  const base = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000
  for (let round = 0; round < rounds; round += 1) {
    const start = new Date(base + round * 3_600_000)
    const request = {
      siteId: world.siteId,
      deviceId: world.deviceIds[0] ?? 0,
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
    }
    const { id } = done(await owner.send(hold, request)).reservation
    const left = [-50, -1, 0, 10, 20, 40, 80, 400][round % 8] ?? 0
    await database.knex.raw(
      `update reservations set held_until = clock_timestamp() + make_interval(secs => ?) where id = ?`,
      [left / 1_000, id],
    )
    const [mine, theirs] = await Promise.all([
      owner.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents: 150 }),
      other.send(hold, request),
    ])
    expect(mine.ok && theirs.ok, `round ${round}`).toBe(false)
    if (!mine.ok) expect(mine.refusal.code).toBe('hold-expired')
    if (!theirs.ok) expect(['place-held', 'place-taken']).toContain(theirs.refusal.code)
    if (left <= -50) expect(theirs.ok, 'free for the other at once').toBe(true)
    if (left >= 400) expect(mine.ok || theirs.ok).toBe(true)
    seen[mine.ok ? 'booked' : theirs.ok ? 'taken' : 'neither'] += 1
    // Charged if and only if reserved.
    const { apart } = await one<{ apart: number }>(
      database.knex,
      `select count(*) as apart from reservations r left join transactions t on t.reservation_id = r.id
       where r.user_id = ? and (r.state = 'RESERVED') <> (t.id is not null)`,
      [owner.userId],
    )
    expect(apart).toBe(0)
  }
  console.log(JSON.stringify({ test: 'T4', rounds, ...seen }))
})
