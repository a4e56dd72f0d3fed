import type { Knex } from 'knex'

export interface Statements {
  /** Median time of the statements that ended since the last call, and how long the oldest runs that has not, ms; null = none at all. */
  take(): number | null
  stop(): void
}

/** So many statements of one look are enough for a median. */
const enough = 500

/** People's statements are cut off long before: what lasts longer has got lost with its connection. */
const lostMs = 20_000

interface Asked {
  readonly __knexQueryUid?: string
}

/** Listens to how long the statements of a pool take, those of its transactions included. */
export function watchStatements(knex: Knex, now: () => number = () => performance.now()): Statements {
  const running = new Map<string, number>()
  let times: number[] = []
  const began = ({ __knexQueryUid: id }: Asked): void => {
    if (id !== undefined) running.set(id, now())
  }
  const ended = ({ __knexQueryUid: id }: Asked): void => {
    const since = id === undefined ? undefined : running.get(id)
    if (id === undefined || since === undefined) return
    running.delete(id)
    if (times.length < enough) times.push(now() - since)
  }
  const answered = (_response: unknown, asked: Asked): void => ended(asked)
  knex.on('query', began)
  knex.on('query-response', answered)
  knex.on('query-error', answered)
  return {
    take() {
      for (const [id, since] of running) {
        if (now() - since < lostMs) break
        running.delete(id)
      }
      const [oldest] = running.values()
      const all = times
      times = []
      // Nothing came back: then what everybody waits for tells how it goes.
      if (all.length === 0) return oldest === undefined ? null : now() - oldest
      all.sort((a, b) => a - b)
      return all[all.length >> 1] ?? null
    },
    stop() {
      knex.off('query', began)
      knex.off('query-response', answered)
      knex.off('query-error', answered)
    },
  }
}
