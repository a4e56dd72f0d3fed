import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pass } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Ingest } from '../../../telemetry/ingest/ingest.ts'
import { atRest, pain, type Signals, type Yielding, yieldNext } from '../../../telemetry/ingest/throttle.ts'
import { watchStatements } from './statements.ts'

export interface Governor {
  /** Share of full speed that telemetry may use now, in (0, 1]. */
  share(): number
  /** Rests after a background step of `tookMs`: as long as the step, much longer while people wait. */
  rest(tookMs: number): Promise<void>
  /** Another process reports that its people wait. */
  told(): void
  /** A process that was notified ingests telemetry: it may be the cause. */
  working(): void
  /** People used this process just now. */
  seen(): void
  stop(): void
}

interface Options {
  /** The pool of people's calls. */
  readonly people: Knex
  /** Returns whether anybody uses this process. */
  readonly here: () => boolean
  readonly ingest: Pick<Ingest, 'stats'>
  readonly log: Logger
  readonly metrics: { readonly ingestShare: { set(share: number): void } }
  /** Notifies the ingest processes that people wait here; absent if one process has all roles. */
  readonly tell?: () => Promise<unknown>
  /** Notifies processes whose people wait that telemetry is ingested here. */
  readonly notifyWorking?: () => Promise<unknown>
  readonly everyMs?: number
  /** Waits; ends at once when aborted. */
  readonly wait?: (ms: number, stopped: AbortSignal) => Promise<unknown>
}

/** NOTIFY channel on which processes report that people wait. */
export const waitingChannel = 'people_wait'

const loopStepMs = 10
const toldMs = 1_500
const notifyMs = 500
const seenMs = 5_000
const longestRestMs = 3_000

const rest = (ms: number, signal: AbortSignal) => pass(ms, undefined, { signal }).catch(() => undefined)

/**
 * Measures the event loop and people's statements four times a second, and slows telemetry down while people wait
 * (telemetry/ingest/throttle.ts). Other processes report theirs.
 */
export function createGovernor(options: Options): Governor {
  const { people, here, ingest, log, metrics, tell, notifyWorking, everyMs = 250, wait = rest } = options
  const loop = monitorEventLoopDelay({ resolution: loopStepMs })
  loop.enable()
  const statements = watchStatements(people)
  let state: Yielding = atRest
  let lookedAt = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY
  let workingAt = Number.NEGATIVE_INFINITY
  let seenAt = Number.NEGATIVE_INFINITY
  let notifyAgainAt = 0
  let hurts = 0
  let low = false
  const stopped = new AbortController()
  let batches = 0

  /** Whether telemetry had anything to do since the last measurement. */
  const busy = (): boolean => {
    const now = ingest.stats()
    const worked = now.batches > batches
    batches = now.batches
    return worked || now.queued + now.writing > 0
  }
  const look = (): void => {
    const now = performance.now()
    const worked = busy()
    const ms = Math.max(1, now - lookedAt)
    lookedAt = now
    const signals: Signals = {
      peopleMs: statements.take(),
      loopMs: loop.count > 0 ? Math.max(0, loop.percentile(90) / 1e6 - loopStepMs) : 0,
      here: here() || now - seenAt < seenMs,
      told: now - toldAt < toldMs,
      // Delays while telemetry is ingested elsewhere must not become the norm here.
      busy: worked || (tell !== undefined && now - workingAt < toldMs),
    }
    loop.reset()
    hurts = pain(signals, state)
    state = yieldNext(state, signals, ms)
    metrics.ingestShare.set(state.share)
    if (state.share < 0.5 !== low) {
      low = state.share < 0.5
      const { peopleMs, loopMs } = signals
      if (low) log.warn({ share: state.share, peopleMs, loopMs }, 'people wait: telemetry is taken more slowly')
      else log.info({ share: state.share }, 'telemetry is taken faster again')
    }
    if (notifyWorking && signals.told && worked && now >= notifyAgainAt) {
      notifyAgainAt = now + notifyMs
      notifyWorking().catch((error: unknown) => log.warn({ err: error }, 'who waits was not told of telemetry'))
    }
    if (tell && signals.here && hurts > 1 && !signals.told && now >= notifyAgainAt) {
      notifyAgainAt = now + notifyMs
      tell().catch((error: unknown) => log.warn({ err: error }, 'the other processes were not told that people wait'))
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()

  return {
    share: () => state.share,
    async rest(tookMs) {
      const waited = state.share < 1 || hurts > 1
      const ms = Math.min(longestRestMs, waited ? (4 * tookMs) / state.share : tookMs)
      await wait(ms, stopped.signal)
    },
    told() {
      toldAt = performance.now()
    },
    working() {
      workingAt = performance.now()
    },
    seen() {
      seenAt = performance.now()
    },
    stop() {
      clearInterval(timer)
      stopped.abort()
      loop.disable()
      statements.stop()
    },
  }
}
