import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { Aedes, type Client } from 'aedes'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxBodyBytes } from '../../contract/gateway.ts'
import { type ProvenGateway, proveGateway } from '../gateways/authenticate.ts'
import type { GatewayLink } from '../links/link.ts'
import { type LimitedStream, limitPackets } from './limit-packets.ts'
import type { Receiver } from './receive.ts'
import { createSession, type Session } from './session.ts'
import { topicOf } from './topics.ts'
import { createTries } from './tries.ts'

/** Metrics of MQTT. */
export interface MqttMetrics {
  readonly mqttRefused: { inc(labels: { reason: string }): void }
  readonly mqttConnections: { set(connections: number): void }
}
export interface BrokerOptions {
  readonly knex: Knex
  readonly receiver: Receiver
  readonly links: Pick<GatewayLink, 'attach' | 'detach'>
  readonly log: Logger
  readonly metrics?: MqttMetrics | undefined
  readonly heartbeatSeconds: number
}
export interface MqttBroker {
  /** Serves a connection from an address. */
  accept(connection: Duplex, address: string): void
  /** Refuses new connections, lets batches in progress be acknowledged, then closes all. */
  stop(): Promise<void>
}

/** Return codes of CONNACK. */
const unavailable = 3
const badPassword = 4
/** Maximum bytes of a packet before authentication: hardware id, token, client id and a will. */
const helloBytes = 4_096
const packetBytes = maxBodyBytes + 1_024
const maxUnknown = 2_000
const maxSilenceSeconds = 120
const lastWordsMs = 1_000

/**
 * The built-in broker (MQTT 3.1.1). It is no message bus: what a gateway publishes to `up` is ingested before it is acknowledged, and
 * frames are written to its connection directly. It stores no sessions, wills, retained messages or queues.
 */
export async function createBroker(options: BrokerOptions): Promise<MqttBroker> {
  const { knex, log, metrics, receiver, links, heartbeatSeconds } = options
  const addresses = new WeakMap<object, string>()
  const sessions = new Map<Client, Session>()
  const streams = new Set<LimitedStream>()
  const tries = createTries()
  let stopped = false

  const refuse = (reason: string, details: object): Error => {
    metrics?.mqttRefused.inc({ reason })
    log.info({ reason, ...details }, 'MQTT refused')
    return new Error(reason)
  }
  const admit = async (client: Client, hardwareId: string, password: unknown): Promise<ProvenGateway | number> => {
    const address = addresses.get(client.conn) ?? ''
    if (stopped || !(await tries.may(address, hardwareId))) return unavailable
    const proven = await proveGateway(knex, password)
    if (proven?.gateway.hardwareId === hardwareId) return proven
    await tries.wrong(address, hardwareId)
    refuse('not-authorized', { address })
    return badPassword
  }

  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    drainTimeout: 15_000,
    // Sessions of others cannot be taken over: the broker identifies each connection by its own name.
    preConnect(client, packet, done) {
      const will = packet.will?.topic
      if (will !== undefined && will !== topicOf(packet.username ?? '', 'presence'))
        return done(refuse('foreign-topic', { address: addresses.get(client.conn) }), false)
      packet.clientId = randomUUID()
      packet.clean = true
      packet.keepalive = Math.min(packet.keepalive || maxSilenceSeconds, maxSilenceSeconds)
      delete packet.will
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const turnedAway = (returnCode: number): void =>
        done(Object.assign(new Error('not let in'), { returnCode }), false)
      admit(client, username ?? '', password?.toString('utf8')).then(
        (proven) => {
          if (typeof proven === 'number') return turnedAway(proven)
          if (client.closed) return
          ;(client.conn as LimitedStream).limit = packetBytes
          const session = createSession(client, proven, { knex, receiver, links, refuse, heartbeatSeconds })
          sessions.set(client, session)
          metrics?.mqttConnections.set(sessions.size)
          client.conn.once('close', () => {
            sessions.delete(client)
            metrics?.mqttConnections.set(sessions.size)
            session.closed()
          })
          done(null, true)
        },
        (error: unknown) => {
          log.warn({ err: error }, 'cannot authenticate a gateway')
          turnedAway(unavailable)
        },
      )
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client)
      if (!session) return done(new Error('not-authorized'))
      session.published(packet).then(
        () => {
          // Nobody listens: the broker need not hold it any longer.
          packet.payload = ''
          packet.retain = false
          done(null)
        },
        (error: Error) => done(error),
      )
    },
    authorizeSubscribe(client, subscription, done) {
      const fault = sessions.get(client)?.mayRead(subscription.topic)
      if (fault) done(fault)
      else done(null, subscription)
    },
  })
  broker.on('subscribe', (subscriptions, client) => {
    for (const { topic } of subscriptions) sessions.get(client)?.reads(topic, true)
  })
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) sessions.get(client)?.reads(topic, false)
  })
  for (const event of ['clientError', 'connectionError'] as const)
    broker.on(event, (_client, error) => log.debug({ err: error }, 'MQTT connection ended'))
  ;(broker as NodeJS.EventEmitter).on('error', (error) => log.error({ err: error }, 'the MQTT broker failed'))

  return {
    accept(connection, address) {
      if (stopped || streams.size - sessions.size >= maxUnknown) {
        refuse('too-many', { address })
        connection.on('error', () => {})
        connection.destroy()
        return
      }
      const stream = limitPackets(connection, helloBytes, (bytes) => refuse('too-large', { address, bytes }))
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      addresses.set(stream, address)
      broker.handle(stream)
    },
    async stop() {
      stopped = true
      const quiet = Promise.all([...sessions.values()].map((session) => session.quiet()))
      let timer: NodeJS.Timeout | undefined
      await Promise.race([quiet, new Promise((resolve) => (timer = setTimeout(resolve, lastWordsMs)))])
      clearTimeout(timer)
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      for (const stream of streams) stream.destroy()
    },
  }
}
