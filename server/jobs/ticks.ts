import type { Logger } from 'pino'
import { isStorageFull } from '../kernel/bus/unavailable.ts'
import type { Metrics } from '../kernel/metrics.ts'

export interface Tick {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

/** Delay of a tick's first run, also after this process becomes leader. */
const firstMs = 1_000

/**
 * Runs the ticks in the process that leads. Deadlines are data, judged by the database's clock, so a late or lost tick
 * changes no outcome, only when it is shown. A tick never overlaps itself; a failing one is logged and retried.
 */
export function startTicks(
  ticks: readonly Tick[],
  { leading, log, metrics }: { leading: () => boolean; log: Logger; metrics: Metrics },
) {
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const once = async (tick: Tick): Promise<void> => {
    try {
      await tick.run()
      metrics.ticks.inc({ name: tick.name, outcome: 'done' })
    } catch (error) {
      metrics.ticks.inc({ name: tick.name, outcome: 'failed' })
      if (isStorageFull(error)) metrics.storageFull.inc()
      if (!stopped) log.warn({ err: error, tick: tick.name }, 'tick failed')
    }
  }
  const schedule = (tick: Tick, inMs: number): void => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!leading()) return schedule(tick, Math.min(tick.everyMs, firstMs))
      const work = once(tick).finally(() => {
        running.delete(work)
        schedule(tick, tick.everyMs)
      })
      running.add(work)
    }, inMs)
    timers.add(timer)
  }
  for (const tick of ticks) schedule(tick, Math.min(tick.everyMs, firstMs))

  return {
    async stop(): Promise<void> {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
