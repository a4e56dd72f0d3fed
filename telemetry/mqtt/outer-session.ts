import mqtt, { type IPublishPacket } from 'mqtt'
import type { Logger } from 'pino'
import { mqttRoot } from '../../contract/gateway.ts'

/** A session at an external broker, for batches and frames. */
export interface OuterSession {
  readonly connected: boolean
  /** Resolves once the broker has it; 'nobody' = without a subscriber. Rejects if it could not be delivered within `goodMs`. */
  publish(topic: string, payload: string, goodMs: number): Promise<'nobody' | undefined>
  close(): Promise<void>
}
interface Options {
  readonly url: string
  /** Name of the session at the broker; whoever connects with it resumes it. */
  readonly clientId: string
  /** Its subscription. */
  readonly topic: string
  readonly log: Logger
  /** Resolves true to acknowledge the message; false requests it again. The signal: the connection has ended. */
  readonly handle: (topic: string, payload: Uint8Array, signal: AbortSignal) => Promise<boolean>
  /** Called when the connection has ended; the next one receives all presences again. */
  readonly onClose: () => void
}

const keepSeconds = 7 * 86_400
const maxUnacknowledged = 32
const noSubscribers = 16
export const sharedUp = `$share/holdfast/${mqttRoot}/+/up`
export const everyPresence = `${mqttRoot}/+/presence`

/**
 * Connects with a persistent session, and reconnects by itself. Handles messages one after the other and acknowledges them when `handle`
 * says so; otherwise the broker holds back the next ones.
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
    properties: { sessionExpiryInterval: keepSeconds, receiveMaximum: maxUnacknowledged },
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
  client.on('error', (error) => log.warn({ err: error, session: clientId }, 'cannot reach the MQTT broker'))
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
        // The client would send it again after reconnecting: too late is worse than never.
        const timer = setTimeout(() => client.removeOutgoingMessage(messageId), goodMs)
        timer.unref()
      })
    },
    close: () => client.endAsync(true),
  }
}
