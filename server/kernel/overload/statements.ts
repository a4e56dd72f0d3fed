import type { Knex } from 'knex'
import { statementBegan, statementEnded } from '../../../db/connect.ts'

export interface Statements {
  /**
   * Returns the median time of the statements that ended since the last call, and how long the oldest unfinished one
   * runs, ms; null = none.
   */
  take(): number | null
  stop(): void
}

/** Maximum number of statements kept for one median. */
const enough = 500

/** People's statements are cut off long before; a longer one was lost with its connection. */
const lostMs = 20_000

/** Watches how long the statements of a pool take, however they are sent. */
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
      // Nothing came back, so the wait of everybody else is the measure.
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
