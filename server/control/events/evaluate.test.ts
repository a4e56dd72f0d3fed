import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { connectGateway, startPortal } from '../../../telemetry/commands/testing/portal.ts'
import type { Context } from '../../kernel/context.ts'
import { testContext } from '../../testing/context.ts'
import { evaluateEvents } from './evaluate.ts'
import { createEvaluation } from './evaluation.ts'
import { book, deviceCommandsOf, judged, makeDoor, outcomes, see, type TestDoor } from './testing/door.ts'

let db: TestDatabase
let context: Context
let door: TestDoor
const none = { commands: new Map(), queries: new Map(), watches: new Map() }
beforeAll(async () => {
  db = await createTestDatabase()
  context = testContext(db.knex, none)
})
afterAll(() => db.close())
beforeEach(async () => {
  door = await makeDoor(db.knex)
})

const plate = 'DD-HF 2026'
const seen = (value: string, options: Parameters<typeof see>[4] = {}) =>
  see(db.knex, door, 'plate-seen', value, options)
const card = (value: string, options: Parameters<typeof see>[4] = {}) => see(db.knex, door, 'rfid-seen', value, options)
const judge = (now?: Date) => evaluateEvents(context, now)
const openings = async (id: number) =>
  db
    .knex('reservations')
    .where({ id })
    .first<{ entries_used: number; exits_used: number }>('entries_used', 'exits_used')

describe('a licence plate', () => {
  it('opens after two agreeing reads, once, for the reservation with that plate [GW-8] [CTRL-1] [CTRL-8]', async () => {
    const id = await book(db.knex, door, { plate: 'dd hf-2026' })
    await seen(plate, { ago: 3 })
    await judge()
    await seen('DD HF 2026', { ago: 1 })
    await judge()
    await seen(plate)
    await judge()
    const events = await judged(db.knex, door)
    expect(events.map(({ outcome }) => outcome)).toEqual(['read-once', 'opened', 'read-again'])
    const deviceCommands = await deviceCommandsOf(db.knex, door)
    expect(deviceCommands).toMatchObject([
      {
        device_id: door.deviceIds[0],
        action: 'open',
        allowed_by: 'plate',
        reservation_id: id,
        state: 'queued',
        run_id: events[1]?.run_id,
        user_id: null,
      },
    ])
    expect(deviceCommands[0]?.['access_event_id']).not.toBeNull()
    expect(await openings(id)).toMatchObject({ entries_used: 1 })
  })

  it.each([
    ['one read', [[plate, 1]]],
    [
      'one read told twice',
      [
        [plate, 1],
        [plate, 1],
      ],
    ],
    [
      'a right and a wrong read',
      [
        [plate, 2],
        ['DD-HF 2O26', 1],
      ],
    ],
    [
      'two reads of a plate that nobody booked',
      [
        ['DD-HF 2027', 2],
        ['DD-HF 2027', 1],
      ],
    ],
    [
      'two reads more than ten seconds apart',
      [
        [plate, 12],
        [plate, 1],
      ],
    ],
    [
      'two reads that nobody can use',
      [
        ['?', 2],
        ['-', 1],
      ],
    ],
  ] as [string, [string, number][]][])('opens nothing with %s [GW-8]', async (_, reads) => {
    await book(db.knex, door, { plate })
    const now = Date.now()
    for (const [value, ago] of reads) await seen(value, { at: new Date(now - ago * 1_000) })
    await judge()
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
    expect(await outcomes(db.knex, door)).not.toContain(null)
  })

  it('opens despite a misread between two agreeing reads, in any order [GW-8]', async () => {
    await book(db.knex, door, { plate })
    await seen(plate, { ago: 1 })
    await judge()
    await seen('DD-HF 2O26', { ago: 2 })
    await judge()
    await seen(plate, { ago: 3 })
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['read-once', 'no-match', 'opened'])
  })

  it('opens at most once, whatever is read where and in whatever order it arrives [GW-8] [CTRL-8]', async () => {
    const read = fc.record({
      value: fc.constantFrom(plate, 'dd-hf2026', 'DD-HF 2O26', 'DD-HF 202', 'DD-HF 2027', ''),
      ms: fc.integer({ min: 0, max: 12_000 }),
      place: fc.integer({ min: 0, max: 2 }),
      judged: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(read, { maxLength: 7 }), async (reads) => {
        door = await makeDoor(db.knex)
        const id = await book(db.knex, door, { plate, devices: [0, 2] })
        const now = Date.now()
        for (const { value, ms, place, judged: atOnce } of reads) {
          await seen(value, { at: new Date(now - ms), place })
          if (atOnce) await judge(new Date(now))
        }
        await Promise.all([judge(new Date(now)), judge(new Date(now))])
        const right = reads.filter(({ value }) => value === plate || value === 'dd-hf2026')
        const agrees = right.some((one) =>
          right.some(({ ms, place }) => place === one.place && ms < one.ms && one.ms - ms <= 10_000),
        )
        const issued = (await deviceCommandsOf(db.knex, door)).filter(({ state }) => state === 'queued')
        // A second camera finds the first one's run under way, so that two devices are never commanded at once.
        expect([issued.length, (await openings(id))?.entries_used]).toEqual(agrees ? [1, 1] : [0, 0])
      }),
      { numRuns: 15 },
    )
  })

  it('opens nothing when it is older than 15 s, by its own time or that of its receipt [GW-8]', async () => {
    await book(db.knex, door, { plate })
    await seen(plate, { ago: 17 })
    await seen(plate, { ago: 16 })
    // A gateway whose clock is fast.
    const ahead = new Date(Date.now() + 240_000)
    const late = new Date(Date.now() - 16_000)
    await seen(plate, { at: ahead, receivedAt: late })
    await seen(plate, { at: new Date(ahead.getTime() + 1_000), receivedAt: late })
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['too-late', 'too-late', 'too-late', 'too-late'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })

  it.each([
    ['the access time does not say so', () => book(db.knex, door, { plate, rules: { lprEnabled: false } })],
    ['it has not begun', () => book(db.knex, door, { plate, from: 1, until: 2 })],
    ['it is over', () => book(db.knex, door, { plate, from: -2, until: -0.01 })],
    [
      'it was cancelled',
      async () => {
        const id = await book(db.knex, door, { plate })
        await db.knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
      },
    ],
    [
      'the tenant has not bought it',
      async () => {
        await book(db.knex, door, { plate })
        await db.knex('product_tenants').where({ tenant_id: door.tenantId }).delete()
      },
    ],
    ['it is another site’s', async () => book(db.knex, await makeDoor(db.knex), { plate })],
  ] as [string, () => Promise<unknown>][])('opens nothing when %s [GW-8] [EVT-1]', async (_, prepare) => {
    await prepare()
    await seen(plate, { ago: 2 })
    await seen(plate, { ago: 1 })
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['no-match', 'no-match'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })

  it('opens the whole way when it is seen where the reservation has no device [GW-8] [CTRL-3]', async () => {
    await book(db.knex, door, { plate, devices: [1, 0] })
    await seen(plate, { ago: 2, place: 2 })
    await seen(plate, { ago: 1, place: 2 })
    await judge()
    const events = await judged(db.knex, door)
    expect(events.map(({ outcome }) => outcome)).toEqual(['opened', 'read-again'])
    const steps = await db
      .knex('control_steps')
      .where({ run_id: events[0]?.run_id })
      .orderBy('place')
      .pluck('device_id')
    expect(steps).toEqual(door.deviceIds.slice(0, 2))
  })

  it('opens nothing for two running reservations; for a running and a coming one, the running one [GW-8]', async () => {
    await book(db.knex, door, { plate, devices: [0] })
    const other = await book(db.knex, door, { plate, devices: [1] })
    const read = async () => {
      for (const ago of [2, 1]) await seen(plate, { ago, place: 2 })
      await judge()
    }
    await read()
    expect(await outcomes(db.knex, door)).toEqual(['ambiguous', 'ambiguous'])
    const soon = { starts_at: new Date(Date.now() + 600_000), ends_at: new Date(Date.now() + 7_200_000) }
    await db.knex('reservations').where({ id: other }).update(soon)
    await read()
    expect((await outcomes(db.knex, door)).slice(2)).toEqual(['opened', 'read-again'])
  })

  it('that is refused is logged with the reason and not evaluated again for ten seconds [CTRL-8]', async () => {
    const id = await book(db.knex, door, { plate, rules: { entryLimit: 0 } })
    for (const ago of [3, 2, 1]) await seen(plate, { ago })
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['refused:operations-exceeded', 'read-again', 'read-again'])
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([
      { state: 'refused', reason: 'operations-exceeded', allowed_by: 'plate', reservation_id: id, run_id: null },
    ])
  })
})

describe('a card', () => {
  it('opens the device at whose reader it is held, in any notation of its token [CTRL-1]', async () => {
    await book(db.knex, door, { rfid: ' 04aF-91 ', devices: [0, 1] })
    await card('04AF-91', { place: 1 })
    await card('04AF-91', { place: 1 })
    await card('04AF-91', { place: 2 })
    await card('04AF-9', { place: 1 })
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['opened', 'read-again', 'no-match', 'no-match'])
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([{ device_id: door.deviceIds[1], allowed_by: 'rfid' }])
  })

  it('opens nothing at a device that takes no cards [CTRL-1]', async () => {
    await book(db.knex, door, { rfid: '04AF' })
    await db.knex('device_method_links').whereIn('device_id', door.deviceIds).delete()
    await card('04AF')
    await judge()
    expect(await outcomes(db.knex, door)).toEqual(['refused:action-not-supported'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })
})

describe('evaluating events', () => {
  it('gives one outcome each and opens once with four evaluations at once [CTRL-8]', async () => {
    const id = await book(db.knex, door, { plate, rfid: '04AF' })
    for (const ago of [6, 5, 4, 3, 2, 1]) await seen(plate, { ago })
    for (const ago of [3, 2, 1]) await card('04AF', { ago })
    const counts = await Promise.all([judge(), judge(), judge(), judge()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9)
    const issued = (await deviceCommandsOf(db.knex, door)).filter(({ state }) => state === 'queued')
    expect(issued).toHaveLength(1)
    expect((await outcomes(db.knex, door)).filter((outcome) => outcome === 'opened')).toHaveLength(1)
    expect(await openings(id)).toMatchObject({ entries_used: 1 })
  })

  it('does not keep people at doors waiting for a gateway’s backlog or another gateway’s flood [GW-8] [GW-2]', async () => {
    await book(db.knex, door, { rfid: '04A224E1' })
    const [away, flood] = [await makeDoor(db.knex), await makeDoor(db.knex)]
    const now = new Date()
    const many = async (from: TestDoor, event: string, value: string, ago: number) =>
      db.knex.raw(
        `insert into access_events (gateway_id, device_id, at, received_at, event, value)
         select ?, ?, ?::timestamptz - make_interval(secs => ?) + make_interval(secs => n * 0.001), ?, ?, ? from generate_series(1, 250) n`,
        [from.gatewayId, from.deviceIds[0] ?? 0, now, ago, now, event, value],
      )
    await many(away, 'rfid-seen', 'reservation:999999999', 90_000)
    await many(away, 'pin-entered', '12345674', 80_000)
    await many(flood, 'plate-seen', 'DD XX 1', 10)
    await card('04A224E1')
    expect(await judge()).toBe(751)
    const rows = await db
      .knex('access_events')
      .whereIn(
        'gateway_id',
        [away, flood, door].map(({ gatewayId }) => gatewayId),
      )
      .orderBy('judged_at')
      .select<{ gateway_id: number; outcome: string; value: string | null; event: string }[]>()
    const at = rows.findIndex(({ gateway_id }) => gateway_id === door.gatewayId)
    expect(rows[at]).toMatchObject({ outcome: 'opened' })
    const before = rows.slice(0, at)
    expect(before.filter(({ outcome }) => outcome !== 'too-late').length).toBeLessThan(50)
    expect(before.filter(({ value }) => value === 'reservation:999999999')).toEqual([])
    const late = rows.filter(({ event }) => event === 'pin-entered')
    expect(new Set(late.map(({ outcome, value }) => `${outcome} ${value}`))).toEqual(new Set(['too-late null']))
    expect(
      rows.filter(({ value }) => value === 'reservation:999999999').every(({ outcome }) => outcome === 'no-match'),
    ).toBe(true)
  })

  it('leaves the other events alone when one fails, and retries it', async () => {
    const foreign = await makeDoor(db.knex)
    await book(db.knex, foreign, { rfid: '04AF' })
    await book(db.knex, door, { rfid: '04AF' })
    await see(db.knex, foreign, 'rfid-seen', '04AF', { ago: 1 })
    await card('04AF')
    const deaf = {
      ...context,
      link: {
        ...context.link,
        linkedAmong: async (ids: readonly number[]) => {
          if (ids.includes(foreign.gatewayId)) throw new Error('nobody answers')
          return new Set(ids)
        },
      },
    }
    expect(await evaluateEvents(deaf)).toBe(1)
    expect(await outcomes(db.knex, door)).toEqual(['opened'])
    expect(await outcomes(db.knex, foreign)).toEqual([null])
    await judge()
    expect(await outcomes(db.knex, foreign)).toEqual(['opened'])
  })

  it('continues with events that arrive meanwhile, one round at a time', async () => {
    await book(db.knex, door, { rfid: '04AF' })
    const run = createEvaluation()
    await card('04AF', { ago: 8 })
    const first = run(context)
    await card('04AF', { ago: 2 })
    await Promise.all([first, run(context), run(context)])
    expect(await outcomes(db.knex, door)).not.toContain(null)
  })

  it('sends what a gateway saw back to it as a command [GW-8] [GW-2]', async () => {
    const portal = await startPortal(db.knex)
    await book(db.knex, door, { plate })
    const gateway = await connectGateway(portal.url, door.token)
    const at = (ago: number) => new Date(Date.now() - ago).toISOString()
    const message = (id: string, ago: number) => ({
      id,
      at: at(ago),
      device: 'A0-1',
      kind: 'event',
      event: 'plate-seen',
      value: plate,
    })
    const body = { messages: [message('p1', 900), message('p2', 300), message('p2', 300)] }
    const reply = await gateway.socket.timeout(60_000).emitWithAck('messages', body)
    expect(reply).toMatchObject({ stored: 2, duplicate: 1 })
    await evaluateEvents({ ...context, link: portal.link })
    await portal.link.dispatchPending()
    await vi.waitFor(() => expect(gateway.deviceCommands).not.toEqual([]))
    expect(gateway.deviceCommands).toMatchObject([{ device: 'A0-1', do: 'open' }])
    gateway.socket.close()
    await portal.stop()
  })
})
