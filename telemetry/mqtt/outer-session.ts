import mqtt, { type IPublishPacket } from 'mqtt'
import type { Logger } from 'pino'
import { mqttRoot } from '../../contract/gateway.ts'

/** One session at an outer broker, by which batches come in and frames go out. */
export interface OuterSession {
  readonly connected: boolean
  /** Resolves when the broker has it; 'nobody' = no one has subscribed to it. Rejects when it could not be handed over within `goodMs`. */
  publish(topic: string, payload: string, goodMs: number): Promise<'nobody' | undefined>
  close(): Promise<void>
}
interface Options {
  readonly url: string
  /** Names the session at the broker: whoever connects with it goes on where the last one stopped. */
  readonly clientId: string
  /** What it has subscribed to. */
  readonly topic: string
  readonly log: Logger
  /** Resolves true when the message may be acknowledged; false leaves it to come again. The signal: the connection has ended. */
  readonly handle: (topic: string, payload: Uint8Array, signal: AbortSignal) => Promise<boolean>
  /** The connection has ended; what is there is told anew on the next one. */
  readonly onClose: () => void
}

const keepSeconds = 7 * 86_400
const mostUnacknowledged = 32
const noSubscribers = 16
export const sharedUp = `$share/holdfast/${mqttRoot}/+/up`
export const everyPresence = `${mqttRoot}/+/presence`

/**
 * Connects with a session that outlives the connection, and comes back by itself. Messages are taken one after the other, and acknowledged when
 * `handle` says so: what is not makes the broker hold the next ones back.
 */
export function openOuterSession({ url, clientId, topic, log, handle, onClose }: Options): OuterSession {
  let life = new AbortController()
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clientId,
    clean: false,
    keepalive: 30,
    reconnectPeriod: 500,
    connectTimeout: 10_000,
    resubscribe: false,
    queueQoSZero: false,
    properties: { sessionExpiryInterval: keepSeconds, receiveMaximum: mostUnacknowledged },
  })
  client.on('connect', () => {
    client
      .subscribeAsync(topic, { qos: 1 })
      .then(() => log.info({ session: clientId }, 'connected to the MQTT broker'))
      .catch((error: unknown) => {
        if (client.connected) log.error({ err: error }, 'the MQTT broker does not let us subscribe')
      })
  })
  client.on('close', () => {
    life.abort()
    life = new AbortController()
    onClose()
  })
  client.on('error', (error) => log.warn({ err: error, session: clientId }, 'the MQTT broker cannot be reached'))
  client.handleMessage = (packet: IPublishPacket, done): void => {
    const { signal } = life
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    handle(packet.topic, payload, signal).then(
      (settled) => (settled ? done() : done(new Error('not stored'))),
      (error: unknown) => {
        log.error({ err: error, topic: packet.topic }, 'a message of the MQTT broker could not be handled')
        done(error instanceof Error ? error : new Error('not handled'))
      },
    )
  }

  return {
    get connected() {
      return client.connected
    },
    publish(topic, payload, goodMs) {
      if (!client.connected) return Promise.reject(new Error('the MQTT broker is not connected'))
      return new Promise((resolve, reject) => {
        const messageExpiryInterval = Math.max(1, Math.ceil(goodMs / 1_000))
        client.publish(topic, payload, { qos: 1, properties: { messageExpiryInterval } }, (error, packet) => {
          clearTimeout(timer)
          if (error) reject(error)
          else
            resolve(
              (packet as { reasonCode?: number } | undefined)?.reasonCode === noSubscribers ? 'nobody' : undefined,
            )
        })
        const messageId = client.getLastMessageId()
        // The client would send it again when it comes back: too late is worse than never.
        const timer = setTimeout(() => client.removeOutgoingMessage(messageId), goodMs)
        timer.unref()
      })
    },
    close: () => client.endAsync(true),
  }
}
