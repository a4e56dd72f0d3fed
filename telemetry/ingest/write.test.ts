import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import type { GatewayMessage } from '../../contract/gateway.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { openMalfunctions } from '../malfunctions/malfunctions.ts'
import { decode } from '../messages/decode.ts'
import { deviceViews } from '../views/device.ts'
import { malfunctionViews } from '../views/malfunction.ts'
import { readingViews } from '../views/reading.ts'
import { DeviceRegistry } from './ingest-registry.ts'
import { makeGateways, type TestGateway } from './testing/gateways.ts'
import { quietSeconds, writeBatch } from './write.ts'
import { pruneWatched, watchReadings } from './write-watched.ts'

let db: TestDatabase
let knex: Knex
let gateway: TestGateway
let start: number
let ids = 0
beforeAll(async () => {
  db = await createTestDatabase({})
  knex = db.knex
})
afterAll(() => db?.close())
beforeEach(async () => {
  const [made] = await makeGateways(knex)
  if (!made) throw new Error('no gateway')
  gateway = made
  start = Date.now() - 3_600_000
  await knex('outbox').delete()
})

const iso = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
type Said = Omit<GatewayMessage, 'id' | 'at' | 'device'> & { at?: number; device?: string; [field: string]: unknown }
const status = (value: string, at: number, rest: object = {}): Said => ({ kind: 'status', status: value, at, ...rest })
const reading = (at: number, rest: object = {}): Said => ({ kind: 'reading', at, ...rest })

/** Writes messages as received `at` seconds after the start. */
async function write(at: number, ...said: Said[]): Promise<void> {
  const now = new Date(start + at * 1_000)
  const devices = await new DeviceRegistry(knex).devices(gateway, now.getTime())
  const messages = said.map(({ at: own, device, ...rest }) => ({
    id: `w${++ids}`,
    device: device ?? 'D-1',
    at: iso(own ?? at),
    ...rest,
  }))
  const decoded = decode({ messages }, devices, now.getTime())
  if (!decoded.ok || decoded.refused.length > 0) throw new Error(JSON.stringify(decoded))
  await writeBatch(knex, decoded.messages, { now, careful: true })
}
async function changes(): Promise<RoomChange[]> {
  const found = await many<{ changes: RoomChange[] }>(knex, 'SELECT changes FROM outbox ORDER BY id')
  await knex('outbox').delete()
  return found.flatMap((each) => each.changes)
}
const kinds = async () => (await changes()).map(({ kind }) => kind)
const id = () => gateway.devices[0]?.id ?? 0
const state = () => knex('device_states').where({ device_id: id() }).first()
const open = async () => {
  const found = await many<{ kind: string }>(
    knex,
    'SELECT kind FROM malfunctions WHERE device_id = ? AND closed_at IS NULL ORDER BY kind',
    [id()],
  )
  return found.map(({ kind }) => kind)
}

describe('screens', () => {
  it('show a visible change at once, as the view that a fresh snapshot has', async () => {
    await write(0, status('free', 0, { door: 'closed' }))
    const pushed = (await changes()).filter(({ kind }) => kind === 'device')
    expect(pushed).toEqual(JSON.parse(JSON.stringify(await deviceViews(knex, { ids: [id()] }))))
    await write(1, status('occupied', 1))
    expect(await changes()).toMatchObject([{ kind: 'device', view: { status: 'occupied' } }])
  })

  it('show that a gateway is heard for the first time, and again after hours, with how far its clock is off [ADM-5]', async () => {
    const heard = async () => (await changes()).filter(({ kind }) => kind === 'gateway')
    await write(0, status('free', 2))
    expect(await heard()).toMatchObject([
      { id: gateway.gatewayId, rooms: ['all'], view: { lastMessageAt: iso(0), clockAheadMs: 2_000 } },
    ])
    await write(10, status('free', 9))
    expect(await heard()).toEqual([])
    const kept = await knex('gateways').where({ id: gateway.gatewayId }).first()
    expect(kept).toMatchObject({ clock_ahead_ms: -1_000 })
    // What was kept back tells nothing of the clock.
    await write(4 * 3_600, status('free', 20))
    expect(await heard()).toMatchObject([{ view: { lastMessageAt: iso(4 * 3_600), clockAheadMs: -1_000 } }])
  })

  it('show a new measured value at most every half minute, and mark it until then', async () => {
    await write(0, reading(0, { temperature: 1 }))
    await changes()
    await write(5, reading(5, { temperature: 2 }))
    expect(await kinds()).toEqual([])
    expect(await state()).toMatchObject({ temperature: 2, push_due: true })
    await write(quietSeconds, reading(quietSeconds, { temperature: 3 }))
    expect(await changes()).toMatchObject([{ kind: 'device', view: { temperature: 3 } }])
    expect(await state()).toMatchObject({ push_due: false })
  })

  it('show the raw readings of a device that somebody is looking at, and only of that one', async () => {
    await write(0, reading(0), reading(0, { device: 'D-2' }))
    await changes()
    await knex.transaction((trx) => watchReadings(trx, id(), new Date(start + 60_000)))
    const measured = {
      temperature: 4.56789123,
      humidity: 81.25,
      supplyVoltage: 3.58,
      rssi: -97.4,
      rxTimeouts: 2,
      retries: 1,
    }
    await write(5, reading(5, measured), reading(4, { temperature: 1e-7 }), reading(5, { ...measured, device: 'D-2' }))
    const pushed = await changes()
    expect(pushed.map(({ kind }) => kind)).toEqual(['device', 'reading', 'reading'])
    const stored = await readingViews(knex, { deviceId: id(), last: 2 })
    expect(pushed.slice(1)).toEqual(JSON.parse(JSON.stringify(stored)))
    await write(61, reading(61))
    expect((await kinds()).includes('reading')).toBe(false)
    expect(await pruneWatched(knex, new Date(start + 61_000))).toBe(1)
  })

  it('miss no reading between the start of watching and the snapshot', async () => {
    let written: Promise<void> | undefined
    const snapshot = await knex.transaction(async (trx) => {
      await watchReadings(trx, id(), new Date(start + 60_000))
      written = write(1, reading(1))
      return readingViews(trx, { deviceId: id(), last: 30 })
    })
    await written
    const pushed = (await changes()).filter(({ kind }) => kind === 'reading')
    expect([...snapshot, ...pushed].map((change) => change.id)).toEqual([`${id()}@${iso(1)}`])
  })

  it('show at most a page of readings of one long backlog', async () => {
    await knex.transaction((trx) => watchReadings(trx, id(), new Date(start + 600_000)))
    await write(500, ...Array.from({ length: 200 }, (_, at) => reading(at)))
    const pushed = (await changes()).filter(({ kind }) => kind === 'reading')
    expect(pushed).toHaveLength(30)
    expect(pushed.at(-1)?.id).toBe(`${id()}@${iso(199)}`)
  })
})

describe('late reports', () => {
  it('find their place: the status stays, its start comes from the history', async () => {
    await write(10, status('occupied', 10))
    await write(30, status('occupied', 30))
    expect((await state()).last_state_change).toEqual(new Date(iso(10)))
    await write(40, status('free', 20))
    expect(await state()).toMatchObject({
      status: 'occupied',
      status_at: new Date(iso(30)),
      last_state_change: new Date(iso(30)),
      last_status: 'free',
    })
    await write(50, status('occupied', 25))
    expect(await state()).toMatchObject({ last_state_change: new Date(iso(25)) })
  })
})

describe('malfunctions [GW-4]', () => {
  it("open and close with the device's reports, and are pushed", async () => {
    await write(0, status('error', 0), reading(0, { supplyVoltage: 3.1, dirty: true }))
    expect(await open()).toEqual(['error-status', 'low-voltage', 'sensor-dirty'])
    const pushed = (await changes()).filter(({ kind }) => kind === 'malfunction')
    expect(pushed).toEqual(JSON.parse(JSON.stringify(await malfunctionViews(knex, { deviceId: id() }))))
    await write(10, status('error', 10), reading(10, { supplyVoltage: 3.35, dirty: true }))
    expect(await open()).toEqual(['error-status', 'low-voltage', 'sensor-dirty'])
    await changes()
    await write(20, status('free', 20), reading(20, { supplyVoltage: 3.6, dirty: false }))
    expect(await open()).toEqual([])
    expect((await changes()).filter(({ kind }) => kind === 'malfunction').map(({ view }) => view)).toEqual([
      null,
      null,
      null,
    ])
    const history = await many(
      knex,
      `SELECT h.type, count(*) FROM malfunction_history h JOIN malfunctions m ON m.id = h.malfunction_id WHERE m.device_id = ? GROUP BY 1 ORDER BY 1`,
      [id()],
    )
    expect(history).toEqual([
      { type: 'closed', count: 3 },
      { type: 'opened', count: 3 },
    ])
  })

  it('are evaluated by the newest value, whatever the order of messages', async () => {
    await write(20, reading(20, { supplyVoltage: 3.6, dirty: false }))
    await write(21, reading(10, { supplyVoltage: 3.0, dirty: true }))
    expect(await open()).toEqual([])
  })

  it('are not opened for unmonitored devices, and close when monitoring ends', async () => {
    await write(0, status('error', 0))
    await knex('devices').where({ id: id() }).update({ monitoring: false })
    await write(1, status('error', 1), reading(1, { dirty: true }))
    expect(await open()).toEqual([])
  })
})

it('record when a gateway last sent something, but not with every batch [GW-3]', async () => {
  const heard = async () =>
    (await one<{ at: Date }>(knex, 'SELECT last_message_at AS at FROM gateways WHERE id = ?', [gateway.gatewayId])).at
  await write(0, reading(-9_000))
  expect(await heard()).toEqual(new Date(iso(0)))
  await write(3, reading(3))
  expect(await heard()).toEqual(new Date(iso(0)))
  await write(6, reading(6))
  expect(await heard()).toEqual(new Date(iso(6)))
})

it('counts a silent gateway as heard even if it only repeats itself [GW-1] [GW-3]', async () => {
  await write(0, reading(0))
  const again = ids
  await knex.transaction((trx) =>
    openMalfunctions(trx, [{ kind: 'gateway-silent', gatewayId: gateway.gatewayId, at: new Date(iso(10)) }]),
  )
  ids = again - 1
  await write(20, reading(0))
  expect(
    await one(knex, 'SELECT closed_at FROM malfunctions WHERE gateway_id = ? AND device_id IS NULL', [
      gateway.gatewayId,
    ]),
  ).toEqual({ closed_at: new Date(iso(20)) })
})
