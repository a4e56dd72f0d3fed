import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowAutomatic, arrive } from '../../contract/control/own.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { openSession, testContext } from '../testing/context.ts'
import allowing from './allow-automatic.ts'
import handler from './arrive.ts'
import { book, deviceCommandsOf, makeDoor, settleAll, type TestDoor } from './events/testing/door.ts'

let db: TestDatabase
let context: Kernel
let door: TestDoor
let session: Buffer
beforeAll(async () => {
  db = await createTestDatabase()
  const commands = new Map([handler, allowing].map((each) => [each.def.name, each]))
  context = testContext(db.knex, { commands, queries: new Map(), watches: new Map() })
})
afterAll(() => db.close())

const site = { latitude: 47.9977, longitude: 7.8421 }
/** A point this many metres north of the site. */
const north = (metres: number) => ({ ...site, latitude: site.latitude + metres / 111_195 })
beforeEach(async () => {
  door = await makeDoor(db.knex)
  session = await openSession(db.knex, door.userId)
  const location = await insert(db.knex, 'locations', { name: 'Station', ...site })
  await db.knex('sites').where({ id: door.siteId }).update({ location_id: location })
  await db
    .knex('users')
    .where({ id: door.userId })
    .update({ allows_automatic_access: true, tos_accepted_at: new Date() })
})

interface Said {
  inside: boolean
  distanceM: number
  runId: string | null
  refusal: string | null
}
/** Returns the reply, or the code of the refusal. */
async function at(reservationId: number, metres: number, accuracyM = 10, more: object = {}): Promise<Said | string> {
  const input = { reservationId, ...north(metres), accuracyM, ...more }
  const answer = await runCommand(context, session, { id: randomUUID(), name: arrive.name, input })
  return answer.ok ? (answer.reply as Said) : answer.refusal.code
}
/** Shifts what happened so many seconds into the past. */
const passes = (seconds: number) => db.knex.raw(`update arrivals set at = at - make_interval(secs => ?)`, [seconds])

describe('arriving at a site', () => {
  it('opens the whole way once per arrival, and again after leaving [GW-8] [CTRL-1] [CTRL-3]', async () => {
    const id = await book(db.knex, door, { gps: true, devices: [1, 0] })
    expect(await at(id, 400)).toEqual({ inside: false, distanceM: 400, runId: null, refusal: null })
    const came = await at(id, 60)
    expect(came).toMatchObject({ inside: true, distanceM: 60, refusal: null, runId: expect.any(String) })
    for (const metres of [20, 130, 90]) expect(await at(id, metres)).toMatchObject({ inside: true, runId: null })
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([
      { device_id: door.deviceIds[0], allowed_by: 'gps', reservation_id: id, user_id: door.userId },
    ])
    await settleAll(db.knex, door)
    expect(await at(id, 151)).toMatchObject({ inside: false })
    expect(await at(id, 99)).toMatchObject({ inside: true, runId: expect.any(String) })
    expect(await deviceCommandsOf(db.knex, door)).toHaveLength(2)
  })

  it('opens nothing when the request took too long to arrive [GW-8] [CTRL-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    const late = { validUntil: new Date(Date.now() - 1_000).toISOString() }
    expect(await at(id, 20, 10, late)).toBe('command-too-late')
    expect(await at(id, 20, 10, { validUntil: new Date(Date.now() + 120_000).toISOString() })).toBe('bad-input')
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
    expect(await at(id, 20, 10, { validUntil: new Date(Date.now() + 10_000).toISOString() })).toMatchObject({
      runId: expect.any(String) as string,
    })
  })

  it('opens once when ten positions arrive at once [GW-8] [CTRL-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => at(id, 10)))
    expect(answers.filter((each) => typeof each === 'object' && each.runId !== null)).toHaveLength(1)
    expect(await deviceCommandsOf(db.knex, door)).toHaveLength(1)
  })

  it('tries again after a refusal, at most once in ten seconds [GW-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    await db.knex('device_states').whereIn('device_id', door.deviceIds).update({ reachable: false })
    expect(await at(id, 10)).toMatchObject({ inside: true, runId: null, refusal: 'device-unreachable' })
    expect(await at(id, 10)).toMatchObject({ inside: true, runId: null, refusal: null })
    expect(await deviceCommandsOf(db.knex, door)).toHaveLength(1)
    await db.knex('device_states').whereIn('device_id', door.deviceIds).update({ reachable: true })
    await passes(5)
    expect(await at(id, 10)).toMatchObject({ runId: null })
    await passes(5)
    expect(await at(id, 10)).toMatchObject({ inside: true, runId: expect.any(String) })
  })

  it('opens nothing before and after its time, and logs no command [GW-8] [CTRL-2]', async () => {
    const early = await book(db.knex, door, { gps: true, from: 1, until: 2 })
    expect(await at(early, 10)).toMatchObject({ inside: true, runId: null, refusal: 'reservation-not-begun' })
    const over = await book(db.knex, door, { gps: true, from: -2, until: -1, devices: [1] })
    expect(await at(over, 10)).toMatchObject({ runId: null, refusal: 'reservation-over' })
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
    const begins = { starts_at: new Date(Date.now() - 1_000), ends_at: new Date(Date.now() + 3_600_000) }
    await db.knex('reservations').where({ id: early }).update(begins)
    expect(await at(early, 10)).toMatchObject({ inside: true, runId: expect.any(String) })
  })

  it('measures to the boundary of the site where its corners are known [GW-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    const corner = (side: string, east: number, metres: number) => ({
      [`${side}_latitude`]: north(metres).latitude,
      [`${side}_longitude`]: site.longitude + east / 74_400,
    })
    await db
      .knex('locations')
      .where({ latitude: site.latitude })
      .update({
        ...corner('upper_left', -200, 300),
        ...corner('upper_right', 200, 300),
        ...corner('lower_right', 200, -300),
        ...corner('lower_left', -200, -300),
      })
    expect(await at(id, 250)).toMatchObject({ inside: true, distanceM: 0, runId: expect.any(String) })
  })
})

describe('refusing a position', () => {
  it.each([
    ['automatic-not-allowed', async () => book(db.knex, door)],
    ['automatic-not-allowed', async () => book(db.knex, door, { gps: true, rules: { gpsEnabled: false } })],
    [
      'automatic-not-allowed',
      async () => {
        await db.knex('product_tenants').where({ tenant_id: door.tenantId }).delete()
        return book(db.knex, door, { gps: true })
      },
    ],
    [
      'no-consent',
      async () => {
        await db.knex('users').where({ id: door.userId }).update({ allows_automatic_access: false })
        return book(db.knex, door, { gps: true })
      },
    ],
    [
      'site-without-position',
      async () => {
        await db.knex('sites').where({ id: door.siteId }).update({ location_id: null })
        return book(db.knex, door, { gps: true })
      },
    ],
    [
      'not-found',
      async () => {
        const id = await book(db.knex, door, { gps: true })
        await db.knex('reservations').where({ id }).update({ user_id: null })
        return id
      },
    ],
  ] as const)('with %s [GW-8] [ERR-2] [EVT-1]', async (code, prepare) => {
    expect(await at(await prepare(), 10)).toBe(code)
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })

  it('refuses a position whose accuracy is worse than the radius of the fence [GW-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    expect(await at(id, 10, 101)).toBe('position-too-vague')
    await db.knex('sites').where({ id: door.siteId }).update({ geofence_m: 300 })
    expect(await at(id, 10, 300)).toMatchObject({ inside: true })
  })

  it('never stores the position, whatever the outcome [GW-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    await at(id, 10)
    const { rows } = await db.knex.raw(
      `select input from commands where name = 'control.arrive' and (input ->> 'reservationId')::int = ?`,
      [id],
    )
    expect(rows).toEqual([{ input: { reservationId: id } }])
    const kept = await db.knex('arrivals').where({ reservation_id: id }).select<Record<string, unknown>[]>()
    expect(kept.map((each) => Object.keys(each).sort())).toEqual([['at', 'inside', 'reservation_id']])
  })
})

describe('consent', () => {
  const allow = async (reservationId: number, allowed: boolean): Promise<string> => {
    const input = { reservationId, allow: allowed }
    const answer = await runCommand(context, session, { id: randomUUID(), name: allowAutomatic.name, input })
    return answer.ok ? 'ok' : answer.refusal.code
  }

  it('is given and withdrawn with the reservation, and the person’s screens follow at once [GW-8]', async () => {
    const id = await book(db.knex, door, { gps: true })
    expect(await allow(id, false)).toBe('ok')
    expect(await at(id, 10)).toBe('automatic-not-allowed')
    await db.knex('reservations').where({ id }).update({ use_automatic_access: true })
    expect(await at(id, 10)).toBe('no-consent')
    expect(await allow(id, true)).toBe('ok')
    expect(await at(id, 10)).toMatchObject({ inside: true, refusal: null })
    const told = await db
      .knex('outbox')
      .orderBy('id', 'desc')
      .select<{ changes: { kind: string; view: object }[] }[]>('changes')
    const consents = told
      .flatMap(({ changes }) => changes)
      .filter(({ kind, view }) => kind === 'access' && (view as { reservationId: number }).reservationId === id)
    expect(consents.at(0)?.view).toMatchObject({ automatic: { gps: { wanted: true, consent: true } } })
  })

  it('is offered only where it has an effect, and only for one’s own reservation [GW-8] [ADM-25]', async () => {
    const id = await book(db.knex, door, { gps: true })
    await db.knex('product_tenants').delete()
    expect(await allow(id, true)).toBe('automatic-not-allowed')
    expect(await allow(id, false)).toBe('ok')
    await db.knex('reservations').where({ id }).update({ user_id: null })
    expect(await allow(id, false)).toBe('not-found')
  })
})
