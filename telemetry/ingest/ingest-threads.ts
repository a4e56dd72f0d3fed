import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import pino, { type Logger } from 'pino'
import { strict } from '../../contract/strict.ts'
import type { GatewayIdentity } from '../gateways/authenticate.ts'
import type { IngestAnswer, IngestMetrics } from './ingest-answer.ts'
import { notStored, type Storer } from './ingest-storer.ts'

/** To a thread: a body with the current share of speed, or the end. */
export type ToThread =
  | {
      readonly job: number
      readonly gateway: GatewayIdentity
      /** JSON as received. */
      readonly body: Uint8Array
      readonly share: number
    }
  | { readonly stop: true }
/**
 * From a thread: a reply with the storer's stats and the seconds of its transactions since the last reply; stats; or a line of the log.
 */
export type FromThread =
  | {
      readonly job: number
      readonly answer: IngestAnswer
      readonly stats: ReturnType<Storer['stats']>
      readonly seconds: readonly number[]
    }
  | { readonly stats: ReturnType<Storer['stats']> }
  | { readonly log: string }
export interface ThreadData {
  readonly databaseUrl: string
  readonly logLevel: string
  readonly strict: boolean
}

interface Options {
  readonly databaseUrl: string
  readonly log: Logger
  /** Number of threads besides the one for news, 0 where no gateway connects. Larger bodies of a gateway always go to the same one. */
  readonly threads: number
  /** Share of full speed that ingest may take, in (0, 1]. */
  readonly share: () => number
  readonly metrics?: Pick<IngestMetrics, 'ingestQueue' | 'ingestSeconds'>
  /** The module that a thread runs. */
  readonly entry?: URL
}
type Settle = (answer: IngestAnswer) => void
interface Thread {
  readonly worker: Worker
  readonly jobs: Map<number, Settle>
  readonly ended: Promise<void>
  stats: ReturnType<Storer['stats']>
}

const entry = new URL('./ingest-thread.js', import.meta.url)
const unused = { queued: 0, writing: 0, batches: 0 }
const lastBatchesMs = 10_000
/** Maximum bytes of news: a single message, or some twenty, that somebody waits for. */
const newsBytes = 4_096
/** Maximum bodies in the thread of news. */
const newsBodies = 100
const mib = 1_048_576

/**
 * Young generation of a thread, MiB: a batch of 8,000 messages lives until its commit and is copied repeatedly where room is short. At most a
 * sixteenth of the memory.
 */
function youngMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(96, Math.max(48, Math.floor(memory / mib / 16)))
}

/**
 * A storer that works in threads, so that neither people nor reading wait for it. If one fails, its bodies get 503 (nothing is
 * acknowledged) and the next body starts a new one. News has a separate thread, but never passes larger bodies that its gateway sent
 * before.
 */
export function createThreads({ databaseUrl, log, threads, share, metrics, entry: module = entry }: Options): Storer {
  const running = new Map<number, Thread>()
  /** Bodies in progress in a gateway's own thread. */
  const own = new Map<number, number>()
  /** Number of batches of ended threads. */
  let batches = 0
  let next = 0
  let stopped = false

  const begin = (place: number): Thread => {
    const workerData: ThreadData = { databaseUrl, logLevel: log.level, strict: strict.on }
    const resourceLimits = place < threads ? { maxYoungGenerationSizeMb: youngMb() } : {}
    const worker = new Worker(module, { workerData, name: `ingest ${place}`, resourceLimits })
    const jobs = new Map<number, Settle>()
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (running.get(place) === thread) running.delete(place)
        batches += thread.stats.batches
        if (jobs.size > 0)
          log.error({ thread: place, bodies: jobs.size }, 'an ingest thread ended with bodies in progress')
        for (const settle of jobs.values()) settle(notStored(503, 'database', 'the messages could not be stored', 2))
        jobs.clear()
        metrics?.ingestQueue.set(stats().queued)
        resolve()
      })
    })
    const thread: Thread = { worker, jobs, ended, stats: unused }
    worker.on('error', (error) => log.error({ err: error, thread: place }, 'an ingest thread failed'))
    worker.on('message', (said: FromThread) => {
      if ('log' in said) return pass(log, said.log)
      thread.stats = said.stats
      metrics?.ingestQueue.set(stats().queued)
      if (!('job' in said)) return
      for (const seconds of said.seconds) metrics?.ingestSeconds.observe(seconds)
      jobs.get(said.job)?.(said.answer)
      jobs.delete(said.job)
    })
    running.set(place, thread)
    return thread
  }
  const stats = () => {
    const sum = { ...unused, batches }
    for (const { jobs, stats } of running.values()) {
      sum.batches += stats.batches
      if (jobs.size === 0) continue
      sum.queued += stats.queued
      sum.writing += Math.max(1, stats.writing)
    }
    return sum
  }

  const count = (gatewayId: number, by: number): void => {
    const bodies = (own.get(gatewayId) ?? 0) + by
    if (bodies > 0) own.set(gatewayId, bodies)
    else own.delete(gatewayId)
  }
  const isNews = (gatewayId: number, bytes: number): boolean =>
    bytes <= newsBytes && !own.has(gatewayId) && (running.get(threads)?.jobs.size ?? 0) < newsBodies

  if (threads > 0) for (let place = 0; place <= threads; place += 1) begin(place)
  return {
    store(gateway, body) {
      if (stopped) return Promise.resolve(notStored(503, 'stopping', 'the portal is stopping', 5))
      const bytes = owned(body)
      if (!bytes) return Promise.resolve(notStored(400, 'malformed', 'the body is no list of messages'))
      const { gatewayId } = gateway
      const news = isNews(gatewayId, bytes.byteLength)
      const place = news ? threads : gatewayId % threads
      const thread = running.get(place) ?? begin(place)
      const job = next++
      return new Promise((resolve) => {
        const message: ToThread = { job, gateway, body: bytes, share: share() }
        thread.worker.postMessage(message, [bytes.buffer])
        if (news) return void thread.jobs.set(job, resolve)
        count(gatewayId, 1)
        thread.jobs.set(job, (answer) => {
          count(gatewayId, -1)
          resolve(answer)
        })
      })
    },
    async stop() {
      stopped = true
      await Promise.all(
        [...running.values()].map(async ({ worker, ended }) => {
          const message: ToThread = { stop: true }
          worker.postMessage(message)
          const late = setTimeout(() => void worker.terminate(), lastBatchesMs)
          await ended
          clearTimeout(late)
        }),
      )
    },
    stats,
  }
}

/** Returns bytes that can be transferred: small buffers share their memory. Null = not JSON, or nested too deeply. */
function owned(body: unknown): Uint8Array<ArrayBuffer> | null {
  const bytes = body instanceof Uint8Array ? body : written(body)
  if (!bytes) return null
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

function written(body: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(body) ?? 'null')
  } catch {
    return null
  }
}

/** Logs a line of a thread like one of our own. */
function pass(log: Logger, line: string): void {
  const { level, time: _time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>
  const name = (pino.levels.labels[Number(level)] ?? 'error') as 'error'
  log[name](rest, String(msg))
}
