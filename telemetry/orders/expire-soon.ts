import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { expireOrders } from './expire.ts'
import { createRounds } from './rounds.ts'

export interface Deadlines {
  /** An order ends then if nothing else ends it, ms from now. */
  at(deadline: Date, leftMs: number): void
  /** Looks at no deadline any more. */
  stop(): void
  /** Resolves when what is being ended is written. */
  written(): Promise<void>
}

/** Orders end just after their deadline, not at it. */
const afterMs = 25

/**
 * Ends orders soon after their deadlines; a job would do it a second later. Many of one wish have the same, and are ended together; what becomes due while others are
 * ended waits for that.
 */
export function createDeadlines({ knex, log }: { knex: Knex; log: Logger }): Deadlines {
  const timers = new Map<number, NodeJS.Timeout>()
  const rounds = createRounds<'all'>(async (_, begin) => {
    begin()
    await expireOrders(knex).catch((error: unknown) => log.warn({ err: error }, 'orders could not be ended'))
  })

  return {
    at(deadline, leftMs) {
      const time = deadline.getTime()
      if (timers.has(time)) return
      const timer = setTimeout(() => {
        timers.delete(time)
        void rounds.wake('all')
      }, leftMs + afterMs)
      timer.unref()
      timers.set(time, timer)
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
    written: rounds.ended,
  }
}
