import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { edit, revokeShare, share } from '../../contract/reservations.ts'
import { rooms } from '../../contract/rooms.ts'
import { position, replayAfter } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { toldAfter } from '../../db/testing/outbox.ts'
import { tableNames, tablesHolding } from '../../db/testing/stored.ts'
import { publishAccess } from '../doors/publish-access.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from './testing/booking-world.ts'
import { hour, lifeHandlers, shift } from './testing/life.ts'
import { readReservations } from './view.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
  const event = { guest_ticket_allowed: true }
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, event })
  person = await world.person()
  const access_method_id = await insert(db.knex, 'device_access_methods', {
    name: 'pin-pad',
    display_name: 'PIN',
    attributes: ['pin', 'rfidToken'],
  })
  await db.knex('device_method_links').insert(world.deviceIds.map((device_id) => ({ device_id, access_method_id })))
})
afterAll(() => db.close())

it('PIN, RFID token and link of a reservation are in no table but its own, and are on every push [ASVS V14.2.1] [ASVS V16.2.5]', async () => {
  const cursor = await position(db.knex)
  const [first, second] = ['04A2B7C1D9F3', '04FFEE7712AB']
  const span = { siteId: world.siteId, start: hour(24), end: hour(26), rfidToken: first }
  const { id, priceCents } = done(await person.send(hold, span)).reservation
  done(await person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents }))
  done(await person.send(edit, { reservationId: id, rfidToken: second }))
  await shift(db.knex, id, -25 * 60)
  const pinNow = async () => (await readReservations(db.knex, [id]))[0]?.view.pin ?? ''
  const before = await pinNow()
  const { share: link, url } = done(await person.send(share, { reservationId: id, kind: 'eticket' }))
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  expect(token.length).toBeGreaterThan(20)
  done(await person.send(revokeShare, { reservationId: id, shareId: link.id }))
  await db.knex.transaction((trx) => publishAccess(trx, [id]))
  const pin = await pinNow()
  expect([before, pin]).toEqual([expect.stringMatching(/^\d{8}$/), expect.stringMatching(/^\d{8}$/)])

  expect(await tableNames(db.knex)).toEqual(
    expect.arrayContaining(['public.outbox', 'public.commands', 'graphile_worker._private_jobs']),
  )
  for (const [secret, tables] of [
    [token, []],
    [before, []],
    [first, []],
    [pin, ['public.reservations']],
    [second, ['public.reservations']],
  ] as const)
    expect(await tablesHolding(db.knex, secret), secret).toEqual(tables)

  const told = (await toldAfter(db.knex, cursor)).flatMap(({ changes }) => changes)
  const lastIn = (room: string) => told.findLast((change) => (change.rooms as string[]).includes(room))
  const own = [rooms.user(person.userId), rooms.access(id), rooms.ticket(id), rooms.booking(id)]
  const shown = [
    { view: { pin, rfidToken: second } },
    { view: { pin, rfidToken: second } },
    { view: { pin, rfidToken: null } },
    { view: { rfidToken: second } },
  ]
  expect(own.map(lastIn)).toMatchObject(shown)
  expect(told.filter((change) => 'sealed' in change)).toEqual([])
  const replayed = await db.knex.transaction((trx) => replayAfter(trx, cursor, own, 1_000))
  if (replayed === 'too-old') throw new Error('nothing to replay')
  const again = own.map((room) => replayed.changes.findLast((change) => (change.rooms as string[]).includes(room)))
  expect(again).toMatchObject(shown)
})
