import type { Server as HttpServer } from 'node:http'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Ingest } from '../ingest/ingest.ts'
import type { GatewayLink } from '../links/link.ts'
import { createBroker, type MqttMetrics } from './broker.ts'
import { startOuter } from './outer.ts'
import { createReceiver } from './receive.ts'
import { openMqtt } from './serve.ts'

interface Options {
  readonly http: HttpServer
  readonly knex: Knex
  readonly databaseUrl: string
  readonly ingest: Pick<Ingest, 'accept' | 'intake'>
  readonly links: Pick<GatewayLink, 'attach' | 'detach'>
  readonly log: Logger
  readonly metrics: MqttMetrics
  readonly heartbeatSeconds: number
  readonly config: {
    readonly mqtt: { readonly url: string | null; readonly port: number }
    readonly roles: ReadonlySet<string>
    readonly host: string | undefined
    readonly trustProxy: number
  }
}

/** How long a batch waits for a full ingest before its gateway has to reconnect. */
const patienceMs = 8_000

/** Starts MQTT for gateways: the built-in broker, or with MQTT_URL sessions at an external one (role ingest). */
export async function startMqtt(options: Options): Promise<{ stop(): Promise<void> }> {
  const { http, knex, ingest, log, config } = options
  const { url } = config.mqtt
  if (url !== null) {
    if (!config.roles.has('ingest')) return { stop: async () => {} }
    const receiver = createReceiver({ knex, ingest, log, patienceMs: Number.POSITIVE_INFINITY })
    return startOuter({ ...options, url, receiver })
  }
  const receiver = createReceiver({ knex, ingest, log, patienceMs })
  const broker = await createBroker({ ...options, receiver })
  const { host, trustProxy } = config
  const doors = await openMqtt({ http, port: config.mqtt.port, host, proxies: trustProxy, broker, log })
  return {
    async stop() {
      const closed = doors.close()
      await broker.stop()
      await closed
    },
  }
}
