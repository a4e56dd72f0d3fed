import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { isStorageFull } from '../bus/unavailable.ts'
import type { Metrics } from '../metrics.ts'

export interface Tick {
  readonly name: string
  readonly everyMs: number
  /** Lock number of this work: with several processes one of them does it at a time. */
  readonly lock: number
  readonly run: () => Promise<unknown>
}

/**
 * Periodic tidying: deadlines are data judged by the database's clock, so a late or lost tick changes no outcome, only when it is shown.
 * A tick never overlaps itself, here or in another process; a failing one is logged and tried again. `locks` = a pool of one connection:
 * the locks of all ticks are held by its session, so that no tick keeps a connection while it works with others.
 */
export function startTicks(
  ticks: readonly Tick[],
  { locks, log, metrics }: { locks: Knex; log: Logger; metrics: Metrics },
) {
  const twice = ticks.find(({ lock }, index) => ticks.findIndex((other) => other.lock === lock) !== index)
  if (twice) throw new Error(`the lock ${twice.lock} of ${twice.name} belongs to another tick`)
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const once = async (tick: Tick): Promise<void> => {
    try {
      const { rows } = await locks.raw<{ rows: { got: boolean }[] }>('select pg_try_advisory_lock(727002, ?) as got', [
        tick.lock,
      ])
      if (rows[0]?.got) {
        try {
          await tick.run()
        } finally {
          await locks.raw('select pg_advisory_unlock(727002, ?)', [tick.lock])
        }
      }
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
      const work = once(tick).finally(() => {
        running.delete(work)
        schedule(tick, tick.everyMs)
      })
      running.add(work)
    }, inMs)
    timers.add(timer)
  }
  for (const tick of ticks) schedule(tick, Math.min(tick.everyMs, 1_000))

  return {
    async stop(): Promise<void> {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
