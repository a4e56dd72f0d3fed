import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Knex } from 'knex'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import pino from 'pino'
import type { MqttTopic } from '../../../contract/gateway.ts'
import { startPortal, type TestPortal } from '../../commands/testing/portal.ts'
import type { TestSite } from '../../commands/testing/site.ts'
import type { Ingest } from '../../ingest/ingest.ts'
import { createBroker, type MqttBroker } from '../broker.ts'
import { createReceiver } from '../receive.ts'
import { openMqtt } from '../serve.ts'
import { topicOf } from '../topics.ts'

export interface MqttPortal {
  readonly portal: TestPortal
  readonly broker: MqttBroker
  /** ws:// and mqtt:// addresses of the broker. */
  readonly ws: string
  readonly tcp: string
  readonly port: number
  /** Reasons of refusals so far. */
  readonly refused: string[]
  /** Reasons for which whole batches were refused. */
  readonly unfit: string[]
  stop(): Promise<void>
}

/** The gateway half of a portal with the built-in broker on ports of its own. `ingest` replaces the real one. */
export async function startMqttPortal(
  knex: Knex,
  options: { ingest?: Pick<Ingest, 'accept'>; patienceMs?: number } = {},
): Promise<MqttPortal> {
  const log = pino({ level: 'silent' })
  const portal = await startPortal(knex)
  const unfit: string[] = []
  const intake = { ...portal.ingest.intake, unfit: (reason: string) => void unfit.push(reason) }
  const ingest = { accept: portal.ingest.accept, ...options.ingest, intake }
  const refused: string[] = []
  const broker = await createBroker({
    knex,
    log,
    links: portal.link,
    receiver: createReceiver({ knex, ingest, log, patienceMs: options.patienceMs ?? 3_000 }),
    heartbeatSeconds: 25,
    metrics: {
      mqttRefused: { inc: ({ reason }) => void refused.push(reason) },
      mqttConnections: { set: () => {} },
    },
  })
  const port = await freePort()
  const http = portal.io.httpServer as HttpServer
  const doors = await openMqtt({ http, port, host: '127.0.0.1', broker, log })
  return {
    portal,
    broker,
    ws: `${portal.url.replace('http', 'ws')}/mqtt`,
    tcp: `mqtt://127.0.0.1:${port}`,
    port,
    refused,
    unfit,
    async stop() {
      const closed = doors.close()
      await broker.stop()
      await closed
      await portal.stop()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

export interface MqttGateway {
  readonly client: MqttClient
  /** Received payloads by topic, oldest first. */
  readonly got: Record<MqttTopic, Record<string, unknown>[]>
  /** Resolves with the PUBACK, rejects when the connection ends before. */
  up(body: unknown, options?: { qos?: 0 | 1 | 2; retain?: boolean; topic?: string }): Promise<void>
  /** Resolves as soon as the portal has closed the connection. */
  readonly gone: Promise<void>
}

/** A gateway at a broker, subscribed to its own topics; it does not reconnect by itself. */
export async function connectMqtt(
  url: string,
  { hardwareId, token }: Pick<TestSite, 'hardwareId' | 'token'>,
  options: IClientOptions & { read?: MqttTopic[] } = {},
): Promise<MqttGateway> {
  const { read = ['orders', 'reservations', 'replies'], ...more } = options
  const client = await mqtt.connectAsync(
    url,
    { username: hardwareId, password: token, reconnectPeriod: 0, connectTimeout: 5_000, ...more },
    false,
  )
  client.on('error', () => {})
  const got: MqttGateway['got'] = { up: [], presence: [], orders: [], reservations: [], replies: [] }
  client.on('message', (topic, payload) => {
    got[topic.split('/').at(-1) as MqttTopic].push(JSON.parse(payload.toString()) as Record<string, unknown>)
  })
  const gone = new Promise<void>((resolve) => client.once('close', resolve))
  if (read.length > 0)
    await client.subscribeAsync(
      read.map((topic) => topicOf(hardwareId, topic)),
      { qos: 1 },
    )
  return {
    client,
    got,
    gone,
    async up(body, { qos = 1, retain = false, topic = topicOf(hardwareId, 'up') } = {}) {
      const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      await Promise.race([
        client.publishAsync(topic, payload, { qos, retain }),
        gone.then(() => Promise.reject(new Error('closed'))),
      ])
    },
  }
}

/** Number of stored readings of a site's devices. */
export async function storedOf(knex: Knex, { deviceIds }: Pick<TestSite, 'deviceIds'>): Promise<number> {
  const [row] = await knex('readings').whereIn('device_id', deviceIds).count<{ count: number }[]>()
  return row?.count ?? 0
}

let messages = 0
/** A body of readings of a device, each with another time. */
export function readings(device: string, count = 1, more: object = {}): { messages: object[] } {
  return {
    messages: Array.from({ length: count }, () => ({
      id: `m-${(messages += 1)}`,
      at: new Date(Date.now() - 86_400_000 + messages).toISOString(),
      device,
      kind: 'reading',
      temperature: 4.5,
    })),
    ...more,
  }
}
