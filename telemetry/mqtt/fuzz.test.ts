import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeSite, type TestSite } from '../commands/testing/site.ts'
import { connectPacket } from './testing/packets.ts'
import { connectMqtt, type MqttPortal, readings, startMqttPortal, storedOf } from './testing/portal.ts'
import { topicOf } from './topics.ts'

/** Number of runs of each; T29 asks for many in the long form. */
const runs = Number(process.env['T29_MQTT'] ?? 15)
let database: TestDatabase
let broker: MqttPortal
let site: TestSite
let uncaught = 0
const seen = (): void => void (uncaught += 1)
beforeAll(async () => {
  database = await createTestDatabase()
  broker = await startMqttPortal(database.knex)
  site = await makeSite(database.knex)
  process.on('uncaughtExceptionMonitor', seen)
})
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', seen)
  await broker.stop()
  await database.close()
})

const hello = (will?: { topic: string; payload: string }): Buffer => connectPacket(site.hardwareId, site.token, will)
/** A separate address where possible: wrong tokens block an address for a minute, and the long form has many. */
const from = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}
/** Writes bytes to the broker's port, waits until it replies or closes, then closes. */
async function throwAt(bytes: Uint8Array): Promise<void> {
  const socket = connect({ port: broker.port, host: '127.0.0.1', ...from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.end(bytes)
  socket.resume()
  await once(socket, 'close')
}

it('survives anything that is not MQTT, and anything after a CONNECT [GW-7]', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('raw', 'after', 'cut'), fc.nat(), async (noise, where, place) => {
      if (where === 'raw') return throwAt(noise)
      if (where === 'after') return throwAt(Buffer.concat([hello(), noise]))
      const whole = hello({ topic: topicOf(site.hardwareId, 'presence'), payload: 'x' })
      const broken = Buffer.from(whole)
      for (const [index, byte] of noise.slice(0, 5).entries()) broken[(place + index * 7) % broken.length] = byte
      return throwAt(broken)
    }),
    { numRuns: runs * 4 },
  )
  const gateway = await connectMqtt(broker.tcp, site)
  await gateway.up(readings('A0-1'))
  expect(await storedOf(database.knex, site)).toBe(1)
  await gateway.client.endAsync()
  expect(uncaught).toBe(0)
})

it('every topic but its own ends the connection, every payload of its own gets a reply, and nothing crashes [GW-7]', async () => {
  const before = await storedOf(database.knex, site)
  const topic = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => !/[+#\0\p{Cs}]/u.test(text)),
    fc.constantFrom('up', 'orders', 'a/up').map((end) => `holdfast/v1/${end}`),
    fc.constant(topicOf(site.hardwareId, 'up')),
  )
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 80 }).map((noise) => Buffer.from(noise)),
    fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
    fc
      .record({ batch: fc.jsonValue(), messages: fc.jsonValue(), reservations: fc.jsonValue() }, { requiredKeys: [] })
      .map((body) => Buffer.from(JSON.stringify(body))),
  )
  let gateway = await connectMqtt(broker.tcp, site, { read: [] })
  await fc.assert(
    fc.asyncProperty(topic, payload, async (to, body) => {
      if (!gateway.client.connected) gateway = await connectMqtt(broker.tcp, site, { read: [] })
      const outcome = await gateway.up(body, { topic: to }).then(
        () => 'acknowledged',
        () => 'closed',
      )
      expect(outcome).toBe(to === topicOf(site.hardwareId, 'up') ? 'acknowledged' : 'closed')
    }),
    { numRuns: runs },
  )
  await gateway.client.endAsync(true)
  expect(await storedOf(database.knex, site)).toBe(before)
  expect(uncaught).toBe(0)
})
