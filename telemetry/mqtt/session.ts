import type { Client, PublishPacket } from 'aedes'
import type { Knex } from 'knex'
import type { MqttTopic } from '../../contract/gateway.ts'
import { type ProvenGateway, proveAgain } from '../gateways/authenticate.ts'
import type { GatewayLine, GatewayLink } from '../links/link.ts'
import { createGate } from './gate.ts'
import { lineOf } from './line.ts'
import type { Receiver } from './receive.ts'
import { readTopic, topicOf } from './topics.ts'

/** Connection of an authenticated gateway. */
export interface Session {
  /** Handles a published packet: resolves when it may be acknowledged, rejects when the connection must close. */
  published(packet: PublishPacket): Promise<void>
  /** Returns null if it may subscribe to this, else the reason. */
  mayRead(topic: string): Error | null
  /** Records that it subscribed or unsubscribed. Whoever reads orders holds the gateway's link. */
  reads(topic: string, now: boolean): void
  /** Resolves when all that it published is stored. */
  quiet(): Promise<void>
  closed(): void
}
interface Options {
  readonly knex: Knex
  readonly receiver: Receiver
  readonly links: Pick<GatewayLink, 'attach' | 'detach'>
  readonly refuse: (reason: string, details: object) => Error
  readonly heartbeatSeconds: number
}

const maxBatches = 16

/** Creates the session of a connection at the broker, with the token that proved it. */
export function createSession(client: Client, { tokenId, gateway }: ProvenGateway, options: Options): Session {
  const { knex, receiver, links, refuse, heartbeatSeconds } = options
  const { gatewayId, hardwareId } = gateway
  const gate = createGate(maxBatches)
  const gone = new AbortController()
  const running = new Set<Promise<void>>()
  const read = new Set<MqttTopic>()
  let line: GatewayLine | null = null

  const own = (topic: string): MqttTopic | null => {
    const said = readTopic(topic)
    return said?.hardwareId === hardwareId ? said.topic : null
  }
  const no = (reason: string): Error => refuse(reason, { gateway: gatewayId })
  const publish = (topic: MqttTopic, frame: object): Promise<undefined> =>
    new Promise((resolve, reject) => {
      if (gone.signal.aborted || !client.connected) return reject(new Error('the gateway is not connected'))
      if (!read.has(topic)) return reject(new Error(`the gateway does not read ${topic}`))
      const how = { cmd: 'publish', qos: topic === 'replies' ? 0 : 1, retain: false, dup: false } as const
      const packet = { ...how, topic: topicOf(hardwareId, topic), payload: JSON.stringify(frame) }
      client.publish(packet, (error) => (error ? reject(error) : resolve(undefined)))
    })
  const closeConnection = (): void => void client.conn.destroy()

  const store = async (payload: Uint8Array): Promise<void> => {
    const proven = await proveAgain(knex, tokenId)
    if (!proven) throw no('not-authorized')
    const { settled, reply } = await receiver.receive(proven.gateway, payload, gone.signal)
    if (reply) await publish('replies', reply).catch(() => undefined)
    // Not acknowledged and closed: every client knows how to resend after reconnecting.
    if (!settled) throw no('busy')
  }

  return {
    async published(packet) {
      const topic = own(packet.topic)
      if (topic !== 'up' && topic !== 'presence') throw no('foreign-topic')
      // The broker knows which connection is present; firmware that also uses other brokers sends it anyway.
      if (topic === 'presence') return
      if (packet.retain) throw no('retained')
      if (packet.qos === 2) throw no('exactly-once')
      const { payload } = packet
      const one = gate(() => store(typeof payload === 'string' ? Buffer.from(payload) : payload))
      running.add(one)
      await one.finally(() => running.delete(one))
    },
    mayRead(topic) {
      const said = own(topic)
      return said && said !== 'up' && said !== 'presence' ? null : no('foreign-topic')
    },
    reads(topic, now) {
      const said = own(topic)
      if (!said) return
      if (now) read.add(said)
      else read.delete(said)
      if (read.has('orders') && !line && !gone.signal.aborted) {
        const made = lineOf({
          gatewayId,
          tokenId,
          heartbeatSeconds,
          receiver,
          connected: () => line === made && client.connected && !gone.signal.aborted,
          publish,
          close: closeConnection,
        })
        line = made
        links.attach(made)
      } else if (!read.has('orders') && line) {
        const before = line
        line = null
        links.detach(before)
      }
    },
    quiet: async () => void (await Promise.allSettled(running)),
    closed() {
      gone.abort()
      if (line) links.detach(line)
      line = null
    },
  }
}
