import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { expireDeviceCommands } from './expire.ts'
import { createRounds } from './rounds.ts'

export interface Deadlines {
  /** Ends a command at its deadline unless something else does first; `leftMs` from now. */
  at(deadline: Date, leftMs: number): void
  /** Stops watching deadlines. */
  stop(): void
  /** Resolves when commands that are ending are written. */
  written(): Promise<void>
}

/** Delay after a deadline. */
const afterMs = 25

/** Ends commands soon after their deadlines, a second before a job would. Commands with the same deadline end together. */
export function createDeadlines({ knex, log }: { knex: Knex; log: Logger }): Deadlines {
  const timers = new Map<number, NodeJS.Timeout>()
  const rounds = createRounds<'all'>(async (_, begin) => {
    begin()
    await expireDeviceCommands(knex).catch((error: unknown) => log.warn({ err: error }, 'cannot end expired commands'))
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
