import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createIngest } from '../ingest/ingest.ts'
import { createStorer } from '../ingest/ingest-storer.ts'
import { makeGateways, silentLog, type TestGateway } from '../ingest/testing/gateways.ts'
import { createRollups, inOneStep, readRollupState } from './rollups.ts'

let db: TestDatabase
let gateway: TestGateway
let now: Date
beforeAll(async () => {
  db = await createTestDatabase()
  const [made] = await makeGateways(db.knex, { devices: 1, type: 'PARKING_LOT' })
  if (!made) throw new Error('no gateway')
  gateway = made
  now = (await one<{ now: Date }>(db.knex, 'SELECT now() AS now')).now
})
afterEach(() => vi.useRealTimers())
afterAll(() => db?.close())

const hour = 3_600_000
let sent = 0
const reading = (at: number, temperature: number, place = 0) => ({ ...head(at, place), kind: 'reading', temperature })
const status = (at: number, value: string, place = 0) => ({ ...head(at, place), kind: 'status', status: value })
const head = (at: number, place: number) => ({
  id: `message-${++sent}`.padEnd(16, '-'),
  at: new Date(at).toISOString(),
  device: `D-${place + 1}`,
})
const send = (...messages: object[]) => sendFrom(gateway, messages)
async function sendFrom(sender: TestGateway, messages: object[]): Promise<void> {
  const ingest = createIngest(createStorer({ knex: db.knex, log: silentLog }))
  expect(await ingest.accept(sender, { messages })).toMatchObject({ ok: true, reply: { stored: messages.length } })
  await ingest.stop()
}
const rollUp = () => createRollups({ knex: db.knex, log: silentLog }).run()
const lateHours = async () =>
  (await many<{ hour: Date }>(db.knex, 'SELECT hour FROM rollup_late ORDER BY hour')).map((each) => each.hour.getTime())
const samples = () =>
  many<{ samples: number; sum: number }>(
    db.knex,
    'SELECT samples, temperature_sum AS sum FROM readings_1_hour ORDER BY bucket',
  )
const usage = (table: 'device_usage_1_hour' | 'site_usage_1_hour') =>
  many<object>(
    db.knex,
    `SELECT (extract(epoch FROM bucket - ?) / 3600)::integer AS hour, occupied_ms / 60000 AS occupied, known_ms / 60000 AS known FROM ${table} ORDER BY 1`,
    [new Date(first())],
  )
/** The beginning of an hour a day ago. */
const first = () => Math.floor(now.getTime() / hour) * hour - 24 * hour

describe('late messages of rolled-up hours', () => {
  it('are rolled up soon, once each, and change what follows from them [GW-1] [LIVE-5]', async () => {
    await send(
      reading(first() + 0.5 * hour, 10),
      status(first() + 0.5 * hour, 'free'),
      reading(first() + 1.4 * hour, 20),
    )
    expect(await lateHours()).toEqual([])
    await rollUp()
    expect(await samples()).toEqual([
      { samples: 1, sum: 10 },
      { samples: 1, sum: 20 },
    ])
    // Free is believed for three intervals of ten minutes after each message.
    const told = [
      { hour: 0, occupied: 0, known: 30 },
      { hour: 1, occupied: 0, known: 30 },
    ]
    expect(await usage('device_usage_1_hour')).toEqual(told)
    await send(
      reading(first() + 0.6 * hour, 40),
      reading(first() + 0.7 * hour, 60),
      status(first() + 0.75 * hour, 'occupied'),
      status(first() + 3.25 * hour, 'free'),
      reading(now.getTime(), 1),
    )
    expect(await lateHours()).toEqual([first(), first() + 3 * hour])
    expect(await rollUp()).toEqual({ hours: 0, late: 1 })
    expect(await lateHours()).toEqual([])
    expect(await samples()).toEqual([
      { samples: 3, sum: 110 },
      { samples: 1, sum: 20 },
    ])
    // Occupied since a quarter to; known again with the reading at 1:24, until 1:54.
    const corrected = [
      { hour: 0, occupied: 15, known: 30 },
      { hour: 1, occupied: 45, known: 45 },
      { hour: 3, occupied: 0, known: 30 },
    ]
    expect(await usage('device_usage_1_hour')).toEqual(corrected)
    expect(await usage('site_usage_1_hour')).toEqual(corrected)
    expect(await rollUp()).toEqual({ hours: 0, late: 0 })
  })

  it('are handled once per run however many arrive; those that arrive meanwhile are handled in the next', async () => {
    await send(reading(first() + 2.1 * hour, 1))
    const rest = () => send(reading(first() + 2.2 * hour, 2))
    const run = createRollups({ knex: db.knex, log: silentLog, budgetMs: 3_000, rest }).run()
    expect(await run).toEqual({ hours: 0, late: 1 })
    expect(await lateHours()).toEqual([first() + 2 * hour])
    expect(await rollUp()).toEqual({ hours: 0, late: 1 })
    expect(await lateHours()).toEqual([])
  })

  it("count as late by the database's clock, whatever the clock of the process says", async () => {
    for (const [ahead, at] of [
      [1, first() + 5 * hour],
      [-1, first() + 6 * hour],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + ahead * hour })
      await send(reading(at, 5), reading(now.getTime() - 70 * 60_000 + ahead * 60 * 60_000, 5))
      const { closed } = await one<{ closed: Date }>(db.knex, 'SELECT closing_until AS closed FROM rollup_state')
      const hours = await lateHours()
      expect(hours).toContain(at)
      expect(hours.every((each) => each < closed.getTime())).toBe(true)
      await rollUp()
      expect((await one<{ until: Date }>(db.knex, 'SELECT rolled_until AS until FROM rollup_state')).until).toEqual(
        closed,
      )
    }
  })

  it('are waited for while they are being written', async () => {
    const { closed } = await one<{ closed: Date }>(db.knex, 'SELECT closing_until AS closed FROM rollup_state')
    const back = new Date(closed.getTime() - hour)
    await db.knex('rollup_state').update({ closing_until: back, rolled_until: back })
    for (const table of ['device_usage_1_hour', 'site_usage_1_hour'])
      await db.knex(table).where('bucket', '>=', back).delete()
    const trx = await db.knex.transaction()
    // As ingest does: it has written, and then read that this hour is still open.
    await trx('readings').insert({ device_id: gateway.devices[0]?.id, at: back, temperature: 7 })
    const rolled = rollUp()
    // The hour is closed, and repeatedly checked for a writer that has not ended.
    const state = () => readRollupState(db.knex)
    await vi.waitFor(async () => expect((await state()).closingUntil).toEqual(closed))
    expect((await state()).rolledUntil).toEqual(back)
    await trx.commit()
    expect(await rolled).toMatchObject({ hours: 1 })
    expect(await one(db.knex, 'SELECT temperature_sum AS sum FROM readings_1_hour WHERE bucket = ?', [back])).toEqual({
      sum: 7,
    })
  })

  it('of many devices and sites at once add up to the same as if they had been on time', async () => {
    const [lots] = await makeGateways(db.knex, { devices: 3, type: 'PARKING_LOT' })
    const [boxes] = await makeGateways(db.knex, { devices: 2, type: 'BIKE_BOX' })
    const [doors] = await makeGateways(db.knex, { devices: 2, type: 'DOOR' })
    const at = (hours: number) => first() + hours * hour
    for (const sender of [lots, boxes, doors]) {
      if (!sender) throw new Error('no gateway')
      const each = sender.devices.map((_, place) => place)
      await sendFrom(
        sender,
        each.flatMap((place) => [status(at(7 + place / 3), 'free', place), reading(at(9), 1, place)]),
      )
    }
    await rollUp()
    for (const [turn, sender] of [lots, boxes, doors].entries()) {
      if (!sender) continue
      await sendFrom(sender, [
        status(at(7.2 + turn / 4), 'occupied', 0),
        status(at(8.9), 'free', 0),
        reading(at(8.3), 2, 1),
        status(at(6.5), 'occupied', 1),
        reading(at(9.9), 3, 0),
      ])
    }
    expect(await rollUp()).toMatchObject({ late: 6 })
    const tables = ['device_usage_1_hour', 'site_usage_1_hour'] as const
    const kept = () =>
      Promise.all(tables.map((table) => many(db.knex, `SELECT * FROM ${table} WHERE known_ms > 0 ORDER BY 1, bucket`)))
    const again = await kept()
    for (const table of tables) await db.knex(table).delete()
    await db.knex('rollup_state').update({ rolled_until: db.knex.raw(`'-infinity'`) })
    await rollUp()
    expect(again[1]?.length).toBeGreaterThan(4)
    expect(again).toEqual(await kept())
  })

  it('of devices that are always late do not delay others: a run continues where the last one ended', async () => {
    const [many] = await makeGateways(db.knex, { devices: 150 })
    const ids = many?.devices.map(({ id }) => id) ?? []
    const note = (of: readonly number[]) =>
      db.knex('rollup_late').insert(of.map((id) => ({ device_id: id, hour: new Date(first()) })))
    const waiting = async () =>
      (await db.knex('rollup_late').orderBy('device_id').select('device_id')).map(Object.values)
    await note(ids)
    let ends = false
    const rollups = createRollups({
      knex: db.knex,
      log: silentLog,
      stopping: () => ends,
      rest: async () => void (ends = true),
    })
    expect(await rollups.run()).toEqual({ hours: 0, late: 100 })
    await note(ids.slice(0, 100))
    ends = false
    expect(await rollups.run()).toEqual({ hours: 0, late: 50 })
    expect(await waiting()).toEqual(ids.slice(0, 100).map((id) => [id]))
    await rollUp()
    expect(await waiting()).toEqual([])
  })

  it('are handled for as many devices as one statement reads in reasonable time', () => {
    const until = new Date(first())
    const device = (deviceId: number, ...hoursAgo: number[]) => ({
      deviceId,
      hours: hoursAgo.map((ago) => new Date(first() - ago * hour)),
      notes: [],
    })
    const taken = (...late: ReturnType<typeof device>[]) => inOneStep(late, until).map(({ deviceId }) => deviceId)
    expect(taken(device(1, 3), device(2, 2_000, 3), device(3, 2_000), device(4, 1_001), device(5, 1))).toEqual([
      1, 2, 3,
    ])
    expect(taken(device(1, 9_000), device(2, 1))).toEqual([1])
    expect(taken()).toEqual([])
  })
})
