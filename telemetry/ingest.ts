import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { MessagesReply } from '../contract/gateway.ts'
import type { GatewayIdentity } from './authenticate.ts'
import { decode } from './decode.ts'
import { BatchWriter } from './ingest-batch.ts'
import { IngestQueue, type Outcome } from './ingest-queue.ts'
import { DeviceRegistry } from './ingest-registry.ts'
import type { Incoming } from './write-streams.ts'

export type IngestAnswer =
  | { readonly ok: true; readonly reply: MessagesReply }
  | { readonly ok: false; readonly status: 400 | 503; readonly retryAfterSeconds?: number; readonly detail: string }

export interface Ingest {
  /**
   * Stores the messages of a body and answers after the commit: how many were stored, how many were known already, which were refused and
   * why. 400: the body is no list of at most 1,000 messages. 503: nothing is acknowledged, send it again.
   */
  accept(gateway: GatewayIdentity, body: unknown): Promise<IngestAnswer>
  /** Takes nothing more and resolves when everything taken is written. */
  stop(): Promise<void>
  stats(): IngestStats
}
export interface IngestStats {
  /** Messages that wait for a writer. */
  readonly queued: number
  readonly writing: number
  readonly batches: number
  readonly stored: number
  readonly duplicate: number
  readonly refused: number
}

export interface IngestLimits {
  /** Messages that may wait; more are answered 503. */
  readonly queuedMessages: number
  /** Messages that are written in one transaction. */
  readonly batchMessages: number
  /** Transactions at once. */
  readonly writers: number
  /** How long the first message of a batch waits for others. */
  readonly collectMs: number
}
const defaults: IngestLimits = { queuedMessages: 40_000, batchMessages: 8_000, writers: 2, collectMs: 3 }

/** The part of the metrics that ingest keeps. */
export interface IngestMetrics {
  readonly messages: { inc(labels: { outcome: string }, count: number): void }
  readonly ingestQueue: { set(messages: number): void }
  readonly ingestSeconds: { observe(seconds: number): void }
}

interface Options {
  readonly knex: Knex
  readonly log: Logger
  readonly metrics?: IngestMetrics
  readonly limits?: Partial<IngestLimits>
}

/** Takes the messages of gateways in and writes them in groups: one commit serves all that came within a few milliseconds. */
export function createIngest({ knex, log, metrics, limits }: Options): Ingest {
  const { queuedMessages, batchMessages, writers, collectMs } = { ...defaults, ...limits }
  const registry = new DeviceRegistry(knex)
  const writer = new BatchWriter(knex, log)
  const queue = new IngestQueue(queuedMessages)
  const counts = { batches: 0, stored: 0, duplicate: 0, refused: 0 }
  let writing = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let drained: (() => void) | undefined

  const pump = (): void => {
    clearTimeout(timer)
    timer = undefined
    while (writing < writers) {
      const batch = queue.take(batchMessages)
      if (batch.length === 0) break
      writing += 1
      metrics?.ingestQueue.set(queue.messages)
      const began = performance.now()
      void writer.write(batch).finally(() => {
        writing -= 1
        counts.batches += 1
        metrics?.ingestSeconds.observe((performance.now() - began) / 1_000)
        queue.release(batch)
        pump()
      })
    }
    if (writing === 0 && queue.empty) drained?.()
  }

  const enqueue = (gatewayId: number, messages: readonly Incoming[]): Promise<Outcome> | null => {
    let settle: (outcome: Outcome) => void = () => undefined
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    if (!queue.add({ gatewayId, messages, settle })) return null
    if (queue.messages >= batchMessages) pump()
    else if (writing < writers) timer ??= setTimeout(pump, collectMs)
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
    async accept(gateway, body) {
      if (stopped) return busy('the portal is stopping', 5)
      let decoded: Awaited<ReturnType<typeof understand>>
      try {
        decoded = await understand(gateway, body)
      } catch (error) {
        log.warn({ err: error, gateway: gateway.gatewayId }, 'the devices of a gateway could not be read')
        return busy('the database does not answer', 2)
      }
      if (!decoded.ok) return { ok: false, status: 400, detail: decoded.detail }
      const { messages, refused } = decoded
      const understood = messages.length
      let stored = 0
      let unfit = 0
      if (understood > 0) {
        const taken = stopped ? null : enqueue(gateway.gatewayId, messages)
        if (!taken) return busy('too many messages wait', 1)
        const outcome = await taken
        if (!outcome.ok) return busy(outcome.detail, 2)
        stored = outcome.stored
        unfit = outcome.refused.length
        for (const { id } of outcome.refused)
          refused.push({ id, code: 'bad-value', detail: 'the message cannot be stored' })
      }
      const reply: MessagesReply = { stored, duplicate: understood - stored - unfit, refused }
      counts.stored += stored
      counts.duplicate += reply.duplicate
      counts.refused += refused.length
      metrics?.messages.inc({ outcome: 'stored' }, stored)
      metrics?.messages.inc({ outcome: 'duplicate' }, reply.duplicate)
      metrics?.messages.inc({ outcome: 'refused' }, refused.length)
      return { ok: true, reply }
    },
    async stop() {
      stopped = true
      const done = new Promise<void>((resolve) => {
        drained = resolve
      })
      pump()
      await done
    },
    stats: () => ({ queued: queue.messages, writing, ...counts }),
  }
}

function busy(detail: string, retryAfterSeconds: number): IngestAnswer {
  return { ok: false, status: 503, retryAfterSeconds, detail }
}
