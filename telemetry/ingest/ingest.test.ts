import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { createStorer } from './ingest-storer.ts'
import { makeGateways, silentLog, type TestGateway } from './testing/gateways.ts'

let db: TestDatabase
let ingest: Ingest
let gateway: TestGateway
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
})
afterAll(async () => {
  await ingest?.stop()
  await db?.close()
})
beforeEach(async () => {
  await ingest?.stop()
  ingest = createIngest(createStorer({ knex: db.knex, log: silentLog }))
  const [made] = await makeGateways(db.knex)
  if (!made) throw new Error('no gateway')
  gateway = made
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
const reading = (id: string, rest: object = {}) => ({
  id,
  at: ago(10),
  device: 'D-1',
  kind: 'reading',
  temperature: 4.5,
  humidity: 81,
  supplyVoltage: 3.58,
  rssi: -97,
  rxTimeouts: 0,
  retries: 1,
  dirty: false,
  ...rest,
})
const status = (id: string, rest: object = {}) => ({
  id,
  at: ago(10),
  device: 'D-1',
  kind: 'status',
  status: 'free',
  ...rest,
})
const count = async (table: string, where: object) => {
  const [row] = await db.knex(table).where(where).count<{ count: number }[]>('* as count')
  return row?.count
}
const stateOf = (index = 0) => db.knex('device_states').where({ device_id: gateway.devices[index]?.id }).first()

describe('accept', () => {
  it('stores numbers that are too small for the database as 0, alone and among others [GW-1]', async () => {
    const tiny = { temperature: -1e-320, humidity: 1e-46, supplyVoltage: 5e-324 }
    const answer = await ingest.accept(gateway, {
      messages: [reading('tiny', tiny), reading('usual', { device: 'D-2' })],
    })
    expect(answer).toEqual({ ok: true, reply: { stored: 2, duplicate: 0, refused: [] } })
    expect(await stateOf()).toMatchObject({ humidity: 0, supply_voltage: 0 })
    expect(Number((await stateOf()).temperature)).toBeCloseTo(0)
  })

  it('stores every kind of message and replies after the commit [GW-1]', async () => {
    const answer = await ingest.accept(gateway, {
      messages: [
        status('a', { status: 'occupied', door: 'closed' }),
        reading('b'),
        { id: 'c', at: ago(5), device: 'D-2', kind: 'event', event: 'plate-seen', value: 'DD-HF 2026' },
        {
          id: 'd',
          at: ago(5),
          device: 'D-2',
          kind: 'answer',
          order: '6f0c2c4e-0000-4000-8000-000000000000',
          result: 'done',
        },
      ],
    })
    expect(answer).toEqual({ ok: true, reply: { stored: 4, duplicate: 0, refused: [] } })
    const [first, second] = gateway.devices
    expect(await db.knex('readings').where({ device_id: first?.id }).first()).toMatchObject({
      temperature: 4.5,
      humidity: 81,
      supply_voltage: 3.58,
      rssi: -97,
      rx_timeouts: 0,
      retries: 1,
      dirty: false,
    })
    expect(await db.knex('device_reports').where({ device_id: first?.id }).first()).toMatchObject({
      status: 'occupied',
      door_state: 'closed',
    })
    expect(await db.knex('gateway_events').where({ device_id: second?.id }).first()).toMatchObject({
      event: 'plate-seen',
      value: 'DD-HF 2026',
    })
    expect(await count('gateway_receipts', { gateway_id: gateway.gatewayId })).toBe(4)
    expect(await stateOf()).toMatchObject({
      status: 'occupied',
      door_state: 'closed',
      supply_voltage: 3.58,
      temperature: 4.5,
      rssi: -97,
      reachable: true,
    })
    expect((await db.knex('gateways').where({ id: gateway.gatewayId }).first()).last_message_at).toBeInstanceOf(Date)
  })

  it('stores the same id once, whatever the second message says', async () => {
    const first = await ingest.accept(gateway, {
      messages: [reading('a'), reading('a', { at: ago(20) }), reading('b')],
    })
    expect(first).toEqual({ ok: true, reply: { stored: 2, duplicate: 1, refused: [] } })
    const again = await ingest.accept(gateway, {
      messages: [reading('a', { at: ago(30), device: 'D-2' }), reading('c')],
    })
    expect(again).toEqual({ ok: true, reply: { stored: 1, duplicate: 1, refused: [] } })
    expect(await count('readings', { device_id: gateway.devices[0]?.id })).toBe(3)
    expect(await count('readings', { device_id: gateway.devices[1]?.id })).toBe(0)
  })

  it('stores an id once when posts with it arrive at the same moment, even at two processes [GW-1]', async () => {
    const other = createIngest(createStorer({ knex: db.knex, log: silentLog }))
    const body = { messages: Array.from({ length: 40 }, (_, index) => reading(`m${index}`)) }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? other : ingest).accept(gateway, body)),
    )
    const replies = answers.map((answer) => (answer.ok ? answer.reply : null))
    expect(replies.every((reply) => reply && reply.stored + reply.duplicate === 40 && reply.refused.length === 0)).toBe(
      true,
    )
    expect(replies.reduce((sum, reply) => sum + (reply?.stored ?? 0), 0)).toBe(40)
    expect(await count('readings', { device_id: gateway.devices[0]?.id })).toBe(40)
    await other.stop()
  })

  it('refuses single messages by code and stores their neighbours [GW-1]', async () => {
    const answer = await ingest.accept(gateway, {
      messages: [
        reading('ok'),
        reading('stranger', { device: 'D-99' }),
        reading('hot', { temperature: 900 }),
        reading('early', { at: ago(-301) }),
        reading('old', { at: ago(31 * 86_400) }),
        { ...reading('x'), id: '' },
        'nonsense',
        null,
      ],
    })
    expect(answer.ok && answer.reply.stored).toBe(1)
    expect(answer.ok && answer.reply.refused.map(({ id, code }) => [id, code])).toEqual([
      ['stranger', 'unknown-device'],
      ['hot', 'bad-value'],
      ['early', 'in-the-future'],
      ['old', 'too-old'],
      ['', 'bad-id'],
      ['', 'bad-id'],
      ['', 'bad-id'],
    ])
  })

  it('replies 400 to a body without a list of messages and 413 to more than 1,000, as JSON bytes or as a value', async () => {
    for (const body of [null, [], 'x', {}, { messages: {} }])
      for (const said of [body, Buffer.from(JSON.stringify(body))])
        expect(await ingest.accept(gateway, said)).toMatchObject({ ok: false, status: 400, reason: 'malformed' })
    for (const said of ['', '{"messages":[}', '\0'])
      expect(await ingest.accept(gateway, Buffer.from(said))).toMatchObject({ ok: false, status: 400 })
    const long = { messages: Array(1_001).fill(reading('a')) }
    for (const said of [long, Buffer.from(JSON.stringify(long))])
      expect(await ingest.accept(gateway, said)).toMatchObject({ ok: false, status: 413, reason: 'too-large' })
    // No room is asked for what would never find any.
    expect(await ingest.accept(gateway, { messages: Array(600_000).fill(0) })).toMatchObject({ status: 413 })
    expect(await ingest.accept(gateway, { messages: [] })).toEqual({
      ok: true,
      reply: { stored: 0, duplicate: 0, refused: [] },
    })
  })

  it('keeps NUL characters and broken text out of the batch', async () => {
    const event = { at: ago(5), device: 'D-1', kind: 'event', event: 'button' }
    const answer = await ingest.accept(gateway, {
      messages: [
        { ...event, id: 'nul', value: 'a\0b' },
        { ...event, id: 'half', value: 'a\ud800b' },
        { ...event, id: 'fine', value: 'ä 😀 \t"\\' },
        reading('bad\0id'),
        reading('dev', { device: 'D\0' }),
        reading('\ud800'),
      ],
    })
    expect(answer.ok && answer.reply.stored).toBe(1)
    expect(answer.ok && answer.reply.refused.map(({ code }) => code)).toEqual([
      'bad-value',
      'bad-value',
      'bad-id',
      'unknown-device',
      'bad-id',
    ])
    expect(await db.knex('gateway_events').where({ gateway_id: gateway.gatewayId })).toMatchObject([
      { value: 'ä 😀 \t"\\' },
    ])
  })

  it('recognises a device that was added a moment ago', async () => {
    expect(await ingest.accept(gateway, { messages: [reading('a')] })).toMatchObject({ ok: true })
    await db.knex.raw(
      `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id) SELECT 'New', 'D-new', gateway_id, site_id, device_type_id FROM devices WHERE id = ?`,
      [gateway.devices[0]?.id ?? 0],
    )
    const fresh = { ...gateway, registryVersion: gateway.registryVersion + 1 }
    const answer = await ingest.accept(fresh, { messages: [reading('b', { device: 'D-new' })] })
    expect(answer).toEqual({ ok: true, reply: { stored: 1, duplicate: 0, refused: [] } })
  })
})
