import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxMessages } from '../../contract/gateway.ts'
import type { GatewayIdentity } from '../gateways/authenticate.ts'
import { decode } from '../messages/decode.ts'
import type { IngestAnswer, IngestMetrics, IngestStats } from './ingest-answer.ts'
import { BatchWriter } from './ingest-batch.ts'
import { IngestQueue, type Outcome, type Waiting } from './ingest-queue.ts'
import { DeviceRegistry } from './ingest-registry.ts'
import { paceOf } from './throttle.ts'
import type { Incoming } from './write-streams.ts'

/** Stores bodies of gateways, here or in other threads. */
export interface Storer {
  /** As Ingest.accept, without admission. Never throws. */
  store(gateway: GatewayIdentity, body: unknown): Promise<IngestAnswer>
  /** Resolves when everything accepted is written. */
  stop(): Promise<void>
  stats(): Pick<IngestStats, 'queued' | 'writing' | 'batches'>
}

export interface StorerLimits {
  /** Maximum queued messages; beyond it, 503. */
  readonly queuedMessages: number
  /** Maximum messages of a transaction. */
  readonly batchMessages: number
  /** Transactions at once. */
  readonly writers: number
  /** Time for which the first message of a batch waits for others. */
  readonly collectMs: number
}
const defaults: StorerLimits = { queuedMessages: 40_000, batchMessages: 8_000, writers: 2, collectMs: 3 }

/** Maximum messages of a transaction of small bodies, which runs besides the others at any share. */
const smallBatch = 500

export interface StorerOptions {
  readonly knex: Knex
  readonly log: Logger
  readonly metrics?: Pick<IngestMetrics, 'ingestQueue' | 'ingestSeconds'>
  readonly limits?: Partial<StorerLimits>
  /** Share of full speed that ingest may take, in (0, 1]. */
  readonly share?: () => number
}

/** Stores messages in groups: one commit serves all that arrived within a few milliseconds. */
export function createStorer({ knex, log, metrics, limits, share = () => 1 }: StorerOptions): Storer {
  const { queuedMessages, batchMessages, writers, collectMs } = { ...defaults, ...limits }
  const registry = new DeviceRegistry(knex)
  const writer = new BatchWriter(knex, log)
  const queue = new IngestQueue(queuedMessages)
  /** Running transactions and pauses after them: of all bodies, and of small ones. */
  const lanes = { all: 0, small: 0 }
  const resting = new Map<NodeJS.Timeout, keyof typeof lanes>()
  let batches = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let drained: (() => void) | undefined

  const pace = () => paceOf(stopped ? 1 : share(), { writers, batchMessages })
  const writing = () => lanes.all + lanes.small - resting.size
  const pump = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { slots, batchMessages: most } = pace()
    if (lanes.small === 0) write('small', queue.take(smallBatch, 'small'))
    let more = true
    while (more && lanes.all < slots) more = write('all', queue.take(most))
    if (writing() === 0 && queue.empty) drained?.()
  }
  const write = (lane: keyof typeof lanes, batch: readonly Waiting[]): boolean => {
    if (batch.length === 0) return false
    lanes[lane] += 1
    metrics?.ingestQueue.set(queue.messages)
    const began = performance.now()
    void writer.write(batch).finally(() => {
      const took = performance.now() - began
      batches += 1
      metrics?.ingestSeconds.observe(took / 1_000)
      queue.release(batch)
      rest(lane, pace().restMs(took))
      pump()
    })
    return true
  }
  /** A pausing writer leaves database and event loop to others. */
  const rest = (lane: keyof typeof lanes, ms: number): void => {
    if (stopped || ms < 1) return void (lanes[lane] -= 1)
    const end = setTimeout(() => {
      resting.delete(end)
      lanes[lane] -= 1
      pump()
    }, ms)
    resting.set(end, lane)
  }

  const enqueue = (gatewayId: number, messages: readonly Incoming[]): Promise<Outcome> | null => {
    let settle: (outcome: Outcome) => void = () => undefined
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    if (!queue.add({ gatewayId, messages, settle })) return null
    if (queue.messages >= batchMessages) pump()
    else if (lanes.all < writers || lanes.small === 0) timer ??= setTimeout(pump, collectMs)
    metrics?.ingestQueue.set(queue.messages)
    return outcome
  }

  const understand = async (gateway: GatewayIdentity, body: unknown) => {
    const now = Date.now()
    const devices = await registry.devices(gateway, now)
    const decoded = decode(body, devices, now)
    if (!decoded.ok || decoded.refused.every(({ code }) => code !== 'unknown-device')) return decoded
    const newer = await registry.devices(gateway, now, true)
    return newer === devices ? decoded : decode(body, newer, now)
  }

  return {
    async store(gateway, given) {
      const body = given instanceof Uint8Array ? parse(given) : given
      if (body === undefined) return notStored(400, 'malformed', 'the body is no JSON')
      if (tooMany(body)) return tooLarge
      let decoded: Awaited<ReturnType<typeof understand>>
      try {
        decoded = await understand(gateway, body)
      } catch (error) {
        log.warn({ err: error, gateway: gateway.gatewayId }, 'cannot read the devices of a gateway')
        return notStored(503, 'database', 'the database does not answer', 2)
      }
      if (!decoded.ok) return notStored(400, 'malformed', decoded.detail)
      const { messages, refused } = decoded
      if (messages.length === 0) return { ok: true, reply: { stored: 0, duplicate: 0, refused } }
      const taken = stopped ? null : enqueue(gateway.gatewayId, messages)
      if (!taken) return notStored(503, 'queue', 'too many messages wait')
      const outcome = await taken
      if (!outcome.ok) return notStored(503, 'database', outcome.detail, 2)
      const { stored } = outcome
      for (const { id } of outcome.refused)
        refused.push({ id, code: 'bad-value', detail: 'the message cannot be stored' })
      return { ok: true, reply: { stored, duplicate: messages.length - stored - outcome.refused.length, refused } }
    },
    async stop() {
      stopped = true
      for (const [end, lane] of resting) {
        clearTimeout(end)
        lanes[lane] -= 1
      }
      resting.clear()
      const done = new Promise<void>((resolve) => {
        drained = resolve
      })
      pump()
      await done
    },
    stats: () => ({ queued: queue.messages, writing: writing(), batches }),
  }
}

/** Returns the reply for a body of which nothing was stored. */
export function notStored(
  status: 400 | 413 | 503,
  reason: Extract<IngestAnswer, { ok: false }>['reason'],
  detail: string,
  retryAfterSeconds?: number,
): Extract<IngestAnswer, { ok: false }> {
  return { ok: false, status, reason, detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
}

export const tooLarge = notStored(413, 'too-large', `at most ${maxMessages} messages`)

/** Parses a body at once: in pieces it costs half as much again. Returns undefined if it is not JSON. */
function parse({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Whether a body has too many messages; decode checks the rest. */
export function tooMany(body: unknown): boolean {
  const messages = (body as { messages?: unknown } | null | undefined)?.messages
  return Array.isArray(messages) && messages.length > maxMessages
}
