import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { connectGateway } from '../commands/testing/portal.ts'
import { issue, makeSite, stateOf, type TestSite } from '../commands/testing/site.ts'
import { rotateGatewayToken } from '../gateways/rotate-token.ts'
import { verify } from '../gateways/testing/verify.ts'
import type { IngestAnswer } from '../ingest/ingest-answer.ts'
import { connectMqtt, type MqttPortal, readings, startMqttPortal, storedOf } from './testing/portal.ts'
import { topicOf } from './topics.ts'

const soon = <T>(claim: () => T | Promise<T>) => vi.waitFor(claim)
let database: TestDatabase
let broker: MqttPortal
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  broker = await startMqttPortal(database.knex)
  site = await makeSite(database.knex, { caches: true })
})
afterAll(async () => {
  await broker.stop()
  await database.close()
})
const kept = (of: TestSite): Promise<number> => storedOf(database.knex, of)
const linked = async (of: TestSite) =>
  (await database.knex('gateways').where({ id: of.gatewayId }).first<{ linked: boolean }>('linked')).linked

describe('a batch over MQTT [GW-7]', () => {
  it.each(['ws', 'tcp'] as const)(
    'is stored once, before the PUBACK, and reported to the batch, over %s',
    async (way) => {
      const own = await makeSite(database.knex)
      const gateway = await connectMqtt(broker[way], own)
      const body = readings('A0-1', 3, { batch: 'b-1' })
      await gateway.up(body)
      expect(await kept(own)).toBe(3)
      await gateway.up({ ...body, batch: 2 })
      expect(await kept(own)).toBe(3)
      await soon(() =>
        expect(gateway.got.replies.filter((reply) => 'batch' in reply)).toEqual([
          { batch: 'b-1', stored: 3, duplicate: 0, refused: [] },
          { batch: 2, stored: 0, duplicate: 3, refused: [] },
        ]),
      )
      await gateway.client.endAsync()
    },
  )

  it('one invalid message stops no other; an invalid batch is reported and not requested again', async () => {
    const gateway = await connectMqtt(broker.tcp, site)
    const { messages } = readings('A0-1', 2)
    await gateway.up({ messages: [{ id: 'bad' }, ...messages] })
    for (const body of ['no json', '[]', '{"messages":7,"batch":"x"}', { ...readings('A0-1', 1_001), batch: 9 }])
      await gateway.up(body)
    await soon(() =>
      expect(gateway.got.replies.filter((reply) => 'batch' in reply)).toEqual([
        expect.objectContaining({ batch: null, stored: 2, refused: [expect.objectContaining({ id: 'bad' })] }),
        { batch: null, error: 'bad-body' },
        { batch: null, error: 'bad-body' },
        { batch: 'x', error: 'bad-body' },
        { batch: 9, error: 'too-large' },
      ]),
    )
    expect(broker.unfit).toEqual(['malformed', 'malformed'])
    await gateway.client.endAsync()
  })

  it('is not acknowledged while the database blocks it, and the connection ends if it is not stored [GW-1]', async () => {
    const own = await makeSite(database.knex)
    const gateway = await connectMqtt(broker.tcp, own, { read: ['replies'] })
    const lock = await database.knex.transaction()
    await lock.raw('LOCK TABLE readings IN ACCESS EXCLUSIVE MODE')
    let acknowledged = false
    const up = gateway.up(readings('A0-1', 1, { batch: 1 })).then(() => (acknowledged = true))
    await soon(async () => {
      const { rows } = await database.knex.raw<{ rows: object[] }>(
        `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    expect(acknowledged).toBe(false)
    await lock.rollback()
    await up
    expect(await kept(own)).toBe(1)
    await gateway.client.endAsync()
  })

  it('waits while ingest is full; if there is still no room it is not acknowledged, and stored when sent again [GW-1]', async () => {
    const own = await makeSite(database.knex)
    let full = 2
    const busy: IngestAnswer = { ok: false, status: 503, reason: 'full', retryAfterSeconds: 0.02, detail: 'full' }
    const real = broker.portal.ingest
    const slow = await startMqttPortal(database.knex, {
      ingest: { accept: (gateway, body) => (full-- > 0 ? Promise.resolve(busy) : real.accept(gateway, body)) },
      patienceMs: 2_000,
    })
    const gateway = await connectMqtt(slow.tcp, own)
    await gateway.up(readings('A0-1'))
    expect(await kept(own)).toBe(1)
    full = 1_000_000
    const body = readings('A0-1', 1, { batch: 7 })
    await expect(gateway.up(body)).rejects.toThrow()
    expect(gateway.got.replies).toContainEqual({ batch: 7, error: 'busy', retryAfter: 0.02 })
    expect(slow.refused).toEqual(['busy'])
    full = 0
    const again = await connectMqtt(slow.tcp, own)
    await again.up(body)
    expect(await kept(own)).toBe(2)
    await again.client.endAsync()
    await slow.stop()
  })
})

describe('permissions [GW-7]', () => {
  it('rejects a wrong token, another gateway’s token, and a foreign will', async () => {
    const other = await makeSite(database.knex)
    const code = (user: Partial<TestSite>, more = {}) =>
      connectMqtt(broker.tcp, { ...other, ...user }, more).then(
        () => 'in',
        (error: Error & { code?: number }) => error.code ?? error.message,
      )
    expect(await code({ token: 'x' })).toBe(4)
    expect(await code({ token: site.token })).toBe(4)
    expect(await code({ token: `${other.token.slice(1)}A` })).toBe(4)
    expect(await code({}, { will: { topic: topicOf(site.hardwareId, 'up'), payload: '{}' } })).not.toBe('in')
    const will = { topic: topicOf(other.hardwareId, 'presence'), payload: 'offline', retain: true }
    expect(await code({}, { will })).toBe('in')
  })

  it('rejects a client that keeps trying wrong tokens, even with the right one, but not others at the same address', async () => {
    const [guessed, other] = [await makeSite(database.knex), await makeSite(database.knex)]
    const code = (token: string) =>
      connectMqtt(broker.tcp, { ...guessed, token }).then(
        () => 0,
        (error: Error & { code?: number }) => error.code,
      )
    for (let tries = 0; tries < 10; tries += 1) expect(await code('A'.repeat(43))).toBe(4)
    expect(await code(guessed.token)).toBe(3)
    const gateway = await connectMqtt(broker.tcp, other)
    await gateway.client.endAsync()
  })

  it.each([
    ['another gateway’s topic', (own: TestSite) => [topicOf(site.hardwareId, 'up'), {}, own] as const],
    ['its own orders', (own: TestSite) => [topicOf(own.hardwareId, 'orders'), {}, own] as const],
    ['a topic of nobody', (own: TestSite) => ['$SYS/x', {}, own] as const],
    ['a retained message', (own: TestSite) => [topicOf(own.hardwareId, 'up'), { retain: true }, own] as const],
    ['exactly once', (own: TestSite) => [topicOf(own.hardwareId, 'up'), { qos: 2 as const }, own] as const],
  ])('%s: the publisher is disconnected and nothing is stored', async (_, make) => {
    const [topic, options, own] = make(await makeSite(database.knex))
    const before = await kept(site)
    const gateway = await connectMqtt(broker.tcp, own)
    await expect(gateway.up(readings('A0-1'), { topic, ...options })).rejects.toThrow()
    await gateway.gone
    expect([await kept(own), await kept(site)]).toEqual([0, before])
  })

  it.each(['#', 'holdfast/v1/+/orders', '$share/a/holdfast/v1/+/up', 'holdfast/v1/OTHER/orders'])(
    'disconnects whoever subscribes to %s',
    async (topic) => {
      const gateway = await connectMqtt(broker.tcp, site)
      await expect(Promise.race([gateway.client.subscribeAsync(topic), gateway.gone])).resolves.toBeUndefined()
      await gateway.gone
    },
  )

  it('closes on more than 1 MiB as soon as it is announced', async () => {
    const gateway = await connectMqtt(broker.tcp, site)
    await expect(gateway.up(Buffer.alloc(1_200_000, 32))).rejects.toThrow()
    await soon(() => expect(broker.refused).toContain('too-large'))
  })

  it('stores nothing more for a revoked token', async () => {
    const own = await makeSite(database.knex)
    const gateway = await connectMqtt(broker.tcp, own, { read: [] })
    await database.knex.transaction(async (trx) => {
      await rotateGatewayToken(trx, own.gatewayId, new Date())
      await rotateGatewayToken(trx, own.gatewayId, new Date())
    })
    await expect(gateway.up(readings('A0-1'))).rejects.toThrow()
    expect(await kept(own)).toBe(0)
  })
})

describe('a gateway that subscribes to its orders has the link [GW-2] [GW-7]', () => {
  it('receives a signed order, takes it by an answer, and the outcome is recorded', async () => {
    const { knex } = database
    const own = await makeSite(knex)
    const gateway = await connectMqtt(broker.ws, own)
    await soon(() => expect(gateway.got.replies).toContainEqual({ hello: expect.objectContaining({ protocol: 1 }) }))
    expect(await linked(own)).toBe(true)
    const deviceCommandId = await issue(knex, own)
    await broker.portal.link.dispatch(own.gatewayId)
    await soon(() => expect(gateway.got.orders).toHaveLength(1))
    const [frame] = gateway.got.orders as never[]
    expect(verify(frame as never, own.orderKey)).toBe(true)
    expect((await stateOf(knex, deviceCommandId)).state).toBe('sent')
    const answer = { device: 'A0-1', kind: 'answer', order: deviceCommandId, result: 'accepted' }
    await gateway.up({ messages: [{ id: 'a', at: new Date().toISOString(), ...answer }] })
    expect((await stateOf(knex, deviceCommandId)).state).toBe('taken')
    await gateway.client.endAsync()
    await soon(async () => expect(await linked(own)).toBe(false))
  })

  it('gets no orders while absent: they fail at once and are not delivered later', async () => {
    const { knex } = database
    const own = await makeSite(knex)
    const first = await connectMqtt(broker.tcp, own, { clean: false, clientId: 'same' })
    await soon(async () => expect(await linked(own)).toBe(true))
    await first.client.endAsync()
    const deviceCommandId = await issue(knex, own)
    await soon(async () => expect(await linked(own)).toBe(false))
    await broker.portal.link.dispatch(own.gatewayId)
    expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'failed', reason: 'gateway-unreachable' })
    const again = await connectMqtt(broker.tcp, own, { clean: false, clientId: 'same' })
    await soon(() => expect(again.got.replies).toHaveLength(1))
    expect(again.got.orders).toEqual([])
    await again.client.endAsync()
  })

  it('is replaced by a new link, whatever transport each uses', async () => {
    const own = await makeSite(database.knex)
    const old = await connectMqtt(broker.tcp, own)
    await soon(() => expect(old.got.replies).toHaveLength(1))
    const next = await connectMqtt(broker.ws, own)
    await old.gone
    expect(old.got.replies).toContainEqual({ error: 'replaced' })
    const last = await connectGateway(broker.portal.url, own.token)
    await next.gone
    expect(await linked(own)).toBe(true)
    last.socket.close()
  })

  it('gets reservations until a batch acknowledges them [GW-2]', async () => {
    const own = await makeSite(database.knex, { caches: true })
    const gateway = await connectMqtt(broker.tcp, own)
    await soon(() => expect(gateway.got.reservations).toHaveLength(1))
    const version = gateway.got.reservations[0]?.['version']
    await gateway.up({ reservations: { version } })
    const row = await database
      .knex('gateways')
      .where({ id: own.gatewayId })
      .first<{ version: number }>('reservations_acknowledged_version AS version')
    expect(row.version).toBe(version)
    await gateway.client.endAsync()
  })

  it('has no link if it only sends', async () => {
    const own = await makeSite(database.knex)
    const gateway = await connectMqtt(broker.tcp, own, { read: ['replies'] })
    await gateway.up(readings('A0-1'))
    expect(await linked(own)).toBe(false)
    await gateway.client.endAsync()
  })
})

it('is refused with MQTT 5, and other upgrades are left alone', async () => {
  await expect(mqtt.connectAsync(broker.tcp, { protocolVersion: 5, reconnectPeriod: 0 }, false)).rejects.toMatchObject({
    code: 1,
  })
  const gateway = await connectGateway(broker.portal.url, site.token)
  expect(gateway.hello.protocol).toBe(1)
  gateway.socket.close()
})
