import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { tellPeriods } from './period-view.ts'

/** How often the progress of a period is told at most; ms. */
const everyMs = 250

/** Tells the screens how far periods have come, at most four times a second, however many reservations are dealt with in between. */
export function createProgress(knex: Knex, log: Pick<Logger, 'warn'>) {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()

  const flush = async (): Promise<void> => {
    timer = undefined
    const ids = [...waiting]
    waiting.clear()
    try {
      await knex.transaction((trx) => tellPeriods(trx, ids))
    } catch (error) {
      log.warn({ err: error }, 'progress of maintenance not told')
      tell(ids)
    }
  }
  const tell = (ids: readonly number[]): void => {
    for (const id of ids) waiting.add(id)
    if (waiting.size === 0 || timer) return
    timer = setTimeout(() => {
      telling = telling.then(flush)
    }, everyMs)
  }
  return {
    tell,
    /** What waits is told before anybody goes. */
    async stop(): Promise<void> {
      if (timer) {
        clearTimeout(timer)
        telling = telling.then(flush)
      }
      await telling
      clearTimeout(timer)
    },
  }
}
