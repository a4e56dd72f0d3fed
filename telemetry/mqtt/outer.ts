import { setTimeout as wait } from 'node:timers/promises'
import { identify } from '../gateways/authenticate.ts'
import type { GatewayLine } from '../links/link.ts'
import type { BrokerOptions } from './broker.ts'
import { lineOf } from './line.ts'
import { everyPresence, type OuterSession, openOuterSession, sharedUp } from './outer-session.ts'
import { holdSlots } from './slots.ts'
import { readTopic, topicOf } from './topics.ts'

interface Options extends BrokerOptions {
  readonly url: string
  readonly databaseUrl: string
  /** How often sessions are redistributed, ms; gateways without a link are linked every fifth time. */
  readonly everyMs?: number
}

/** A fixed number, so that no session is left behind with messages that the broker gave to it. */
const outerSessions = 9
const replyMs = 60_000
const againMs = 1_000

/**
 * Uses an external broker, whose sessions the processes with role ingest share. The first session follows presence; its
 * process holds the links of those gateways. The others take batches.
 */
export function startOuter(options: Options): { stop(): Promise<void> } {
  const { url, databaseUrl, knex, receiver, links, log, metrics, heartbeatSeconds, everyMs = 1_000 } = options
  const sessions = new Map<number, OuterSession>()
  /** Gateways that are present, by hardware id; null while one has no line. */
  const present = new Map<string, GatewayLine | null>()

  const publish = (hardwareId: string, topic: 'orders' | 'reservations' | 'replies', frame: object, goodMs: number) => {
    const session = [...sessions.values()].find(({ connected }) => connected)
    if (!session) return Promise.reject(new Error('the MQTT broker is not connected'))
    return session.publish(topicOf(hardwareId, topic), JSON.stringify(frame), goodMs)
  }

  /** Retries until the batch is stored: the broker delivers unacknowledged messages only to the next connection. */
  const store = async (hardwareId: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      try {
        if (await storeOnce(hardwareId, payload, signal)) return true
      } catch (error) {
        log.warn({ err: error, hardwareId }, 'cannot store a batch, retrying')
      }
      if (signal.aborted) return false
      await wait(againMs, undefined, { signal }).catch(() => {})
    }
  }
  const storeOnce = async (hardwareId: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    const proven = await identify(knex, hardwareId)
    if (!proven) {
      metrics?.mqttRefused.inc({ reason: 'not-authorized' })
      log.info({ hardwareId }, 'a batch of a gateway without a token')
      return true
    }
    const { settled, reply } = await receiver.receive(proven.gateway, payload, signal)
    if (reply && settled) publish(hardwareId, 'replies', reply, replyMs).catch(() => {})
    return settled
  }

  const link = async (hardwareId: string): Promise<void> => {
    const proven = await identify(knex, hardwareId)
    if (!proven || present.get(hardwareId) !== null) return
    const drop = (left: boolean): void => {
      if (present.get(hardwareId) !== line) return
      if (left) present.delete(hardwareId)
      else present.set(hardwareId, null)
      links.detach(line)
    }
    const line = lineOf({
      gatewayId: proven.gateway.gatewayId,
      tokenId: proven.tokenId,
      heartbeatSeconds,
      receiver,
      connected: () => present.get(hardwareId) === line && sessions.get(0)?.connected === true,
      publish: (topic, frame, goodMs) => publish(hardwareId, topic, frame, goodMs),
      close: () => drop(false),
      left: () => drop(true),
    })
    present.set(hardwareId, line)
    links.attach(line)
  }

  const presence = async (hardwareId: string, said: string): Promise<void> => {
    const line = present.get(hardwareId)
    if (said !== 'online') {
      present.delete(hardwareId)
      if (line) links.detach(line)
    } else if (line) line.hello(new Date())
    else {
      present.set(hardwareId, null)
      // Retried later: an unacknowledged presence would delay those of others.
      await link(hardwareId).catch((error: unknown) => log.warn({ err: error }, 'a gateway could not be linked'))
    }
  }

  const handle = async (topic: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    const read = readTopic(topic)
    if (read?.topic === 'up') return store(read.hardwareId, payload, signal)
    if (read?.topic === 'presence') await presence(read.hardwareId, Buffer.from(payload).toString('utf8'))
    return true
  }
  /** Without its session no gateway can be reached; the session receives all presences again when it is back. */
  const forgetPresent = (): void => {
    const lines = [...present.values()]
    present.clear()
    for (const line of lines) if (line) links.detach(line)
  }

  const slots = holdSlots({
    url: databaseUrl,
    log,
    total: outerSessions,
    everyMs,
    take(slot) {
      const session = openOuterSession({
        url,
        clientId: `holdfast-${slot}`,
        topic: slot === 0 ? everyPresence : sharedUp,
        log,
        handle,
        onClose: () => slot === 0 && forgetPresent(),
      })
      sessions.set(slot, session)
      metrics?.mqttConnections.set(sessions.size)
    },
    async lose(slot) {
      const session = sessions.get(slot)
      sessions.delete(slot)
      metrics?.mqttConnections.set(sessions.size)
      if (slot === 0) forgetPresent()
      await session?.close()
    },
  })
  // Links that could not be recorded, and renewed tokens.
  const again = setInterval(() => {
    for (const [hardwareId, line] of present)
      if (!line) link(hardwareId).catch((error: unknown) => log.warn({ err: error }, 'a gateway could not be linked'))
  }, everyMs * 5)
  again.unref()

  return {
    async stop() {
      clearInterval(again)
      await slots.stop()
    },
  }
}
