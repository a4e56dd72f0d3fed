import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Tick } from '../jobs/ticks.ts'
import type { FactHandler } from '../relay/lead.ts'
import { tellDevicesOf } from './edges.ts'
import { askAgain, lookAgain, lookAgainAround, periodsOf } from './look-again.ts'
import { findMissed } from './missed.ts'
import { createProgress } from './progress.ts'
import { workThrough } from './work-through.ts'

/**
 * What maintenance does to reservations, done one by one: rows are the queue, facts start the work at once, the ticks find what they missed. Killed in
 * the middle, it goes on where it was.
 */
export function maintenanceWork({ knex, log }: { knex: Knex; log: Logger }): {
  facts: [string, FactHandler][]
  ticks: Tick[]
  stop: () => Promise<void>
} {
  let stopped = false
  let running: Promise<void> | null = null
  let again = false
  const progress = createProgress(knex, log)

  const work = async (): Promise<void> => {
    again = true
    running ??= (async () => {
      while (again && !stopped) {
        again = false
        await workThrough(knex, log, () => stopped)
      }
    })().finally(() => {
      running = null
    })
    await running
  }
  const freed: FactHandler = async (payload) => {
    const ids = (payload['reservationIds'] as number[] | undefined) ?? []
    if (ids.length === 0) return
    progress.tell(await periodsOf(knex, ids))
    // What maintenance itself left is maintained: nobody waits for that.
    const others = payload['why'] === 'maintenance' ? 0 : await lookAgain(knex, ids)
    if ((await askAgain(knex, ids)) + others > 0) await work()
  }
  const missed = async (): Promise<void> => {
    if ((await findMissed(knex)) > 0) await work()
  }
  return {
    facts: [
      [
        'maintenance.set',
        async ({ periodId }) => {
          await tellDevicesOf(knex, Number(periodId))
          await work()
        },
      ],
      [
        'maintenance.revoked',
        async ({ periodId }) => {
          await tellDevicesOf(knex, Number(periodId))
          await lookAgainAround(knex, Number(periodId))
          await work()
        },
      ],
      ['maintenance.progressed', ({ periodIds }) => progress.tell(periodIds as number[])],
      ['reservations.canceled', freed],
      ['reservations.deviceChanged', freed],
      ['reservations.timedOut', freed],
      ['reservations.abandoned', freed],
      ['payments.booked', missed],
    ],
    ticks: [
      { name: 'maintenance.work', everyMs: 1_000, lock: 22, run: work },
      { name: 'maintenance.missed', everyMs: 30_000, lock: 23, run: missed },
    ],
    async stop() {
      stopped = true
      await running?.catch(() => {})
      await progress.stop()
    },
  }
}
