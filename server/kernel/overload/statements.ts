import type { Knex } from 'knex'
import { statementBegan, statementEnded } from '../../../db/connect.ts'

export interface Statements {
  /**
   * Returns the median duration of the statements that ended since the last call, and the age of the oldest unfinished
   * one, ms; null = none.
   */
  take(): number | null
  stop(): void
}

/** Maximum number of statements per median. */
const enough = 500

/** People's statements time out long before; a longer one was lost with its connection. */
const lostMs = 20_000

/** Measures the duration of a pool's statements, however they are sent. */
export function watchStatements(knex: Knex, now: () => number = () => performance.now()): Statements {
  const running = new Map<object, number>()
  let times: number[] = []
  const began = (statement: object): void => {
    running.set(statement, now())
  }
  const ended = (statement: object): void => {
    const since = running.get(statement)
    if (since === undefined) return
    running.delete(statement)
    if (times.length < enough) times.push(now() - since)
  }
  knex.on(statementBegan, began)
  knex.on(statementEnded, ended)
  return {
    take() {
      for (const [statement, since] of running) {
        if (now() - since < lostMs) break
        running.delete(statement)
      }
      const [oldest] = running.values()
      const all = times
      times = []
      // Nothing has ended, so the waiting time of the others is the measure.
      if (all.length === 0) return oldest === undefined ? null : now() - oldest
      all.sort((a, b) => a - b)
      return all[all.length >> 1] ?? null
    },
    stop() {
      knex.off(statementBegan, began)
      knex.off(statementEnded, ended)
    },
  }
}
