import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { createThrottle } from '../kernel/throttle.ts'
import { publishPeriods } from './period-view.ts'

/** Pushes the progress of periods, at most four times a second. */
export function createProgress(knex: Knex, log: Pick<Logger, 'warn'>) {
  const { add, stop } = createThrottle<number>({
    everyMs: 250,
    work: (ids) => knex.transaction((trx) => publishPeriods(trx, ids)),
    onError: (error) => log.warn({ err: error }, 'progress of maintenance not told'),
  })
  return { tell: add, stop }
}
