import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import type { Context } from '../../kernel/context.ts'
import { testContext } from '../../testing/context.ts'
import { evaluateEvents } from './evaluate.ts'
import { book, deviceCommandsOf, makeDoor, outcomes, see, type TestDoor } from './testing/door.ts'

let db: TestDatabase
let context: Context
let door: TestDoor
beforeAll(async () => {
  db = await createTestDatabase()
  context = testContext(db.knex, { commands: new Map(), queries: new Map(), watches: new Map() })
})
afterAll(() => db.close())
beforeEach(async () => {
  door = await makeDoor(db.knex)
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const send = (id: number, at: Date, place = 0, event: 'pin-entered' | 'rfid-seen' | 'plate-seen' = 'pin-entered') =>
  see(db.knex, door, event, `reservation:${id}`, { at, place })
const used = async (id: number) =>
  (await db.knex('reservations').where({ id }).first<{ entries_used: number }>('entries_used')).entries_used

describe('what a gateway did by itself', () => {
  it('is logged with its own times and counted, and nothing is sent [GW-2] [CTRL-8]', async () => {
    const id = await book(db.knex, door, { pin: '123455', devices: [0, 1] })
    const at = minutesAgo(40)
    await send(id, at, 1)
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual(['opened-by-gateway'])
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([
      {
        device_id: door.deviceIds[1],
        action: 'open',
        state: 'confirmed',
        by_gateway: true,
        allowed_by: 'pin',
        reservation_id: id,
        counter: null,
        sent_at: null,
        issued_at: at,
        settled_at: at,
      },
    ])
    expect(await used(id)).toBe(1)
    const facts = await db.knex('outbox').where({ fact: 'control.commandIssued' })
    expect(facts).toEqual([])
    const changes = (await db.knex('outbox').select<{ changes: { kind: string; id: number }[] }[]>('changes')).flatMap(
      (row) => row.changes,
    )
    expect(changes.filter((change) => change.kind === 'access' && change.id === id)).toHaveLength(2)
  })

  it('is also recognised at a device that comes along [GW-2]', async () => {
    const id = await book(db.knex, door, { devices: [0, 1] })
    const child = await db.knex('reservations').where({ parent_id: id }).first<{ id: number }>('id')
    await send(child.id, minutesAgo(5), 1, 'rfid-seen')
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual(['opened-by-gateway'])
    expect(await used(id)).toBe(1)
  })

  it('is counted beyond the limit, because it happened [CTRL-4]', async () => {
    const id = await book(db.knex, door, { rules: { entryLimit: 1 } })
    for (const minutes of [30, 20, 10]) await send(id, minutesAgo(minutes))
    await evaluateEvents(context)
    expect(await used(id)).toBe(3)
  })

  it('gives the same counts and log in any order, duplicates included [GW-2] [CTRL-4]', async () => {
    const base = Math.floor((Date.now() - 3_000_000) / 1_000) * 1_000
    const times = [0, 0, 400, 61_000, 61_200, 125_000, 125_000, 240_000].map((ms) => new Date(base + ms))
    const seconds = new Set(times.map((at) => Math.floor(at.getTime() / 1_000))).size
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(times, { minLength: times.length, maxLength: times.length }),
        fc.integer({ min: 1, max: 3 }),
        async (order, rounds) => {
          door = await makeDoor(db.knex)
          const id = await book(db.knex, door)
          for (const [place, at] of order.entries()) {
            await send(id, at)
            // Some arrive together, some after the others were evaluated.
            if (place % rounds === 0) await evaluateEvents(context)
          }
          await Promise.all([evaluateEvents(context), evaluateEvents(context)])
          const kept = (await deviceCommandsOf(db.knex, door)).map(({ issued_at: at }) =>
            Math.floor((at as Date).getTime() / 1_000),
          )
          expect(kept).toEqual([...kept].sort((a, b) => a - b))
          expect([kept.length, await used(id)]).toEqual([seconds, seconds])
        },
      ),
      { numRuns: 8 },
    )
  })

  it.each([
    ['device-not-yours', () => book(db.knex, door), minutesAgo(5), 2],
    ['reservation-not-begun', () => book(db.knex, door, { from: 1, until: 2 }), minutesAgo(5), 0],
    ['reservation-over', () => book(db.knex, door, { from: -3, until: -1 }), minutesAgo(54), 0],
    [
      'reservation-not-reserved',
      async () => {
        const id = await book(db.knex, door)
        await db
          .knex('reservations')
          .where({ id })
          .update({ state: 'STORNO', ended_at: minutesAgo(30) })
        return id
      },
      minutesAgo(24),
      0,
    ],
  ] as const)('that was not right is kept as %s and counts nothing [GW-2]', async (code, prepare, at, place) => {
    const id = await prepare()
    await send(id, at, place)
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual([`refused:${code}`])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
    expect(await used(id)).toBe(0)
  })

  it('was right if the reservation was cancelled later, or its clock is off by less than five minutes [GW-2]', async () => {
    const cancelled = await book(db.knex, door)
    await send(cancelled, minutesAgo(30))
    await db
      .knex('reservations')
      .where({ id: cancelled })
      .update({ state: 'STORNO', ended_at: minutesAgo(10) })
    const over = await book(db.knex, door, { from: -3, until: -1, devices: [1] })
    await send(over, minutesAgo(56), 1)
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual(['opened-by-gateway', 'opened-by-gateway'])
  })

  it('is a credential held to the reader if the gateway caches no reservations [GW-2]', async () => {
    const id = await book(db.knex, door)
    await db.knex('gateways').where({ id: door.gatewayId }).update({ allow_offline_caching: false })
    for (const event of ['rfid-seen', 'plate-seen', 'pin-entered'] as const) await send(id, new Date(), 0, event)
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual(['no-match', 'no-match', 'wrong-pin'])
    expect([await deviceCommandsOf(db.knex, door), await used(id)]).toEqual([[], 0])
  })

  it('has no effect for a reservation that does not exist', async () => {
    await send(2_000_000, minutesAgo(1))
    await evaluateEvents(context)
    expect(await outcomes(db.knex, door)).toEqual(['no-match'])
  })
})
