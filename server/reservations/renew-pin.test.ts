import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { extend, revokeShare, share } from '../../contract/reservations.ts'
import { rooms } from '../../contract/rooms.ts'
import { position } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { toldAfter } from '../../db/testing/outbox.ts'
import { isValidPin } from '../../machines/booking/pin.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from './testing/booking-world.ts'
import { book, hour, lifeHandlers } from './testing/life.ts'
import { readReservations } from './view.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  const event = { licence_plate_mandatory: false, guest_ticket_allowed: true }
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, event })
  person = await world.person()
  const method = { name: `pin-${world.siteId}`, display_name: 'PIN', attributes: ['pin'] }
  const access_method_id = await insert(db.knex, 'device_access_methods', method)
  await db.knex('device_method_links').insert(world.deviceIds.map((device_id) => ({ device_id, access_method_id })))
})

const pinsOf = async (...ids: number[]) => (await readReservations(db.knex, ids)).map(({ view }) => view.pin)
const shareIt = async (reservationId: number, kind: 'eticket' | 'summary') =>
  done(await person.send(share, { reservationId, kind })).share.id
const revoke = async (reservationId: number, shareId: number) =>
  done(await person.send(revokeShare, { reservationId, shareId }))

describe('the PIN of a stay', () => {
  it('changes in all parts of the stay once an eTicket is revoked; a summary shows no PIN and changes none [TICK-3] [CTRL-1]', async () => {
    const first = await book(person, world)
    const answer = await person.send(extend, {
      reservationId: first.id,
      end: hour(27),
      paymentMethod: 'credit',
      priceCents: 450,
    })
    const next = done(answer).reservation
    const other = await book(person, world, { from: 48 })
    const [summary, ticket] = [await shareIt(next.id, 'summary'), await shareIt(next.id, 'eticket')]
    const [pin, same, apart] = await pinsOf(first.id, next.id, other.id)
    expect(pin).toMatch(/^\d{8}$/)
    expect(same).toBe(pin)
    await revoke(next.id, summary)
    expect(await pinsOf(first.id, next.id, other.id)).toEqual([pin, pin, apart])
    const cursor = await position(db.knex)
    await revoke(next.id, ticket)
    const [after, afterwards, stays] = await pinsOf(first.id, next.id, other.id)
    expect(after).not.toBe(pin)
    expect(isValidPin(after ?? '')).toBe(true)
    expect([afterwards, stays]).toEqual([after, apart])
    // The people who watch them get the update, holders of other links too.
    const told = (await toldAfter(db.knex, cursor)).flatMap(({ changes }) => changes.flatMap((change) => change.rooms))
    for (const id of [first.id, next.id])
      expect(told).toEqual(expect.arrayContaining([rooms.access(id), rooms.ticket(id)]))
    await revoke(next.id, ticket)
    expect(await pinsOf(first.id)).toEqual([after])
  })
})
