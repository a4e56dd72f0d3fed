import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { ProvenGateway } from '../gateways/authenticate.ts'
import type { GatewayLine } from '../links/link.ts'
import type { BrokerOptions } from './broker.ts'
import { lineOf, type Way } from './line.ts'
import { everyPresence, type OuterSession, openOuterSession, sharedUp } from './outer-session.ts'
import { holdSlots } from './slots.ts'
import { readTopic, topicOf } from './topics.ts'

interface Options extends BrokerOptions {
  readonly url: string
  readonly databaseUrl: string
  /** How often sessions are shared anew, and who is there without a link is linked, ms. */
  readonly everyMs?: number
}

/**
 * The first knows who is there; by the others so many batches are stored at once. A fixed number, so that no session is ever left behind with what
 * the broker gave to it.
 */
const outerSessions = 9
const replyMs = 60_000
const againMs = 1_000

/**
 * A broker of one's own: its sessions are shared by the processes with role ingest. The first one knows who is there, and waits for no batch: its
 * process holds the links of those gateways. The others take batches.
 */
export function startOuter(options: Options): { stop(): Promise<void> } {
  const { url, databaseUrl, knex, receiver, links, log, metrics, heartbeatSeconds, everyMs = 1_000 } = options
  const sessions = new Map<number, OuterSession>()
  /** Who is there, with his line, or null while he has none. */
  const present = new Map<string, GatewayLine | null>()

  const publish = (hardwareId: string, topic: 'orders' | 'reservations' | 'replies', frame: object, goodMs: number) => {
    const session = [...sessions.values()].find(({ connected }) => connected)
    if (!session) return Promise.reject(new Error('the MQTT broker is not connected'))
    return session.publish(topicOf(hardwareId, topic), JSON.stringify(frame), goodMs)
  }

  /** Tries until it is stored: the broker gives what is not acknowledged only to the next connection, and this one goes on. */
  const store = async (hardwareId: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      try {
        if (await storeOnce(hardwareId, payload, signal)) return true
      } catch (error) {
        log.warn({ err: error, hardwareId }, 'a batch could not be stored, it is tried again')
      }
      if (signal.aborted) return false
      await wait(againMs, undefined, { signal }).catch(() => {})
    }
  }
  const storeOnce = async (hardwareId: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    const proven = await identify(knex, hardwareId)
    if (!proven) {
      metrics?.mqttRefused.inc({ reason: 'not-authorized' })
      log.info({ hardwareId }, 'a batch of a gateway that has no token')
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
    const way: Way = {
      gatewayId: proven.gateway.gatewayId,
      tokenId: proven.tokenId,
      heartbeatSeconds,
      receiver,
      connected: () => present.get(hardwareId) === line && sessions.get(0)?.connected === true,
      publish: (topic, frame, goodMs) => publish(hardwareId, topic, frame, goodMs),
      close: () => drop(false),
      left: () => drop(true),
    }
    const line = lineOf(way)
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
      // What fails is tried again from time to time: not acknowledged, the broker would hold back what others say.
      await link(hardwareId).catch((error: unknown) => log.warn({ err: error }, 'a gateway could not be linked'))
    }
  }

  const handle = async (topic: string, payload: Uint8Array, signal: AbortSignal): Promise<boolean> => {
    const read = readTopic(topic)
    if (read?.topic === 'up') return store(read.hardwareId, payload, signal)
    if (read?.topic === 'presence') await presence(read.hardwareId, Buffer.from(payload).toString('utf8'))
    return true
  }
  /** Nobody can be reached without the session that knows who is there; it hears it again when it is back. */
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
  // Whose link could not be noted, or whose token was renewed.
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

/** The gateway of a topic, whom the broker knows by its own means, with its newest token: its key signs. Null when it has none. */
export async function identify(knex: Knex, hardwareId: string): Promise<ProvenGateway | null> {
  const { rows } = await knex.raw<{
    rows: { id: number; gateway_id: number; site_id: number | null; registry_version: number }[]
  }>(
    `SELECT t.id, g.id AS gateway_id, g.site_id, g.registry_version FROM gateways g JOIN gateway_tokens t ON t.gateway_id = g.id
     WHERE g.hardware_id = ? AND t.revoked_at IS NULL ORDER BY t.id DESC LIMIT 1`,
    [hardwareId],
  )
  const [row] = rows
  if (!row) return null
  const { id, gateway_id, site_id, registry_version } = row
  return {
    tokenId: id,
    gateway: { gatewayId: gateway_id, hardwareId, siteId: site_id, registryVersion: registry_version },
  }
}
