import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import type { Context } from '../../kernel/context.ts'
import { testContext } from '../../testing/context.ts'
import { evaluateEvents } from './evaluate.ts'
import { forgetGuesses } from './guesses.ts'
import { book, deviceCommandsOf, judged, makeDoor, outcomes, see, type TestDoor } from './testing/door.ts'

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

const right = '123455'
/** Differs in another digit than the last, and is nobody's. */
const wrong = '543215'
/**
 * Evaluation runs a quarter of a minute later, when everything would be too late: what was typed moves with the clock.
 */
async function type(pin: string, now = new Date(), place = 0): Promise<void> {
  await see(db.knex, door, 'pin-entered', pin, { at: now, receivedAt: now, place })
  await evaluateEvents(context, now)
}
const open = async () =>
  db.knex('malfunctions').where({ device_id: door.deviceIds[0], kind: 'access-guessing', closed_at: null }).select()
const told = async () =>
  (await db.knex('outbox').orderBy('id').select<{ changes: { kind: string; view: unknown }[] }[]>('changes'))
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind === 'malfunction')

describe('a PIN', () => {
  it('opens the device of its reservation and those that come along, nothing else [CTRL-1]', async () => {
    const id = await book(db.knex, door, { pin: right, devices: [0, 1] })
    await type(right, undefined, 1)
    await type(right, undefined, 2)
    expect(await outcomes(db.knex, door)).toEqual(['opened', 'wrong-pin'])
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([
      { device_id: door.deviceIds[1], allowed_by: 'pin', reservation_id: id, action: 'open' },
    ])
  })

  it.each([
    ['of another one', { pin: right }, wrong],
    ['with a wrong check digit', { pin: right }, '123456'],
    ['that is none', { pin: right }, 'abc'],
    ['of a reservation that comes', { pin: right, from: 1, until: 2 }, right],
    ['of a reservation that is over', { pin: right, from: -2, until: -0.01 }, right],
  ] as const)('%s is wrong [CTRL-1]', async (_, booking, typed) => {
    await book(db.knex, door, booking)
    await type(typed)
    expect(await outcomes(db.knex, door)).toEqual(['wrong-pin'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })

  it('is erased once it is evaluated, right or wrong, in time or late [CTRL-1]', async () => {
    await book(db.knex, door, { pin: right })
    await see(db.knex, door, 'pin-entered', right, { ago: 60 })
    await evaluateEvents(context)
    await type(wrong)
    await type(right)
    expect(await outcomes(db.knex, door)).toEqual(['too-late', 'wrong-pin', 'opened'])
    expect((await judged(db.knex, door)).map(({ value }) => value)).toEqual([null, null, null])
  })

  it('opens nothing at a device that takes none, and does not count as a guess', async () => {
    await book(db.knex, door, { pin: right })
    await db.knex('device_method_links').whereIn('device_id', door.deviceIds).delete()
    await type(right)
    expect(await outcomes(db.knex, door)).toEqual(['refused:action-not-supported'])
  })

  it('opens nothing if two running reservations of one device share it', async () => {
    for (const place of [0, 1]) await book(db.knex, door, { pin: right, devices: [place, 2] })
    await type(right, undefined, 2)
    expect(await outcomes(db.knex, door)).toEqual(['ambiguous'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })
})

describe('guessing', () => {
  const start = new Date()
  const after = (ms: number) => new Date(start.getTime() + ms)

  it('locks the device for a minute after five wrong PINs, even for the right one [CTRL-1]', async () => {
    await book(db.knex, door, { pin: right })
    for (let each = 0; each < 4; each += 1) await type(wrong, after(each))
    expect(await open()).toEqual([])
    await type(wrong, after(4))
    expect(await open()).toMatchObject([{ severity: 'warning', detail: { wrong: 5 } }])
    await type(right, after(5))
    await type(wrong, after(6))
    await type(right, after(4 + 59_999))
    expect((await outcomes(db.knex, door)).slice(5)).toEqual(['locked', 'locked', 'locked'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
    await type(right, after(4 + 60_000))
    expect((await outcomes(db.knex, door)).at(-1)).toBe('opened')
    expect(await open(), 'operators still look at it').toHaveLength(1)
    await forgetGuesses(db.knex, after(4 + 600_000))
    expect(await open()).toEqual([])
    const views = (await told()).map(({ view }) => view === null)
    expect(views.slice(-2)).toEqual([false, true])
  })

  it('is not reset by a right PIN: the owner of one cannot guess on [CTRL-1]', async () => {
    await book(db.knex, door, { pin: right })
    for (let each = 0; each < 4; each += 1) await type(wrong, after(2 * each))
    await type(right, after(8))
    await type(wrong, after(9))
    await type(right, after(10))
    expect((await outcomes(db.knex, door)).slice(4)).toEqual(['opened', 'wrong-pin', 'locked'])
  })

  it('each device has a count of its own [CTRL-1]', async () => {
    for (const place of [0, 1]) for (let each = 0; each < 4; each += 1) await type(wrong, after(each), place)
    expect(await outcomes(db.knex, door)).not.toContain('locked')
    expect(await open()).toEqual([])
  })

  it('is forgotten after ten minutes without a wrong PIN, with its malfunction [CTRL-1]', async () => {
    for (let each = 0; each < 5; each += 1) await type(wrong, after(each))
    expect(await open()).toHaveLength(1)
    await forgetGuesses(db.knex, after(4 + 599_999))
    expect(await open()).toHaveLength(1)
    await forgetGuesses(db.knex, after(4 + 600_000))
    expect(await open()).toEqual([])
    expect(await db.knex('access_locks').where({ device_id: door.deviceIds[0] })).toEqual([])
  })

  it('locks in time when many are evaluated at once: five are wrong, the others are ignored [CTRL-1]', async () => {
    await book(db.knex, door, { pin: right })
    for (let each = 0; each < 12; each += 1) await see(db.knex, door, 'pin-entered', wrong, { ago: 12 - each })
    await Promise.all([1, 2, 3, 4].map(() => evaluateEvents(context)))
    const counted = (await outcomes(db.knex, door)).filter((outcome) => outcome === 'wrong-pin')
    expect(counted).toHaveLength(5)
    expect(await open()).toHaveLength(1)
  })
})
