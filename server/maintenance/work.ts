import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Tick } from '../jobs/ticks.ts'
import { askAgain, lookAgain, lookAgainAround, periodsOf } from './look-again.ts'
import { findMissed } from './missed.ts'
import { createProgress } from './progress.ts'
import { publishAffected } from './publish-changed.ts'
import { publishDevicesOf } from './publish-edges.ts'
import { workThrough } from './work-through.ts'

type OfPeriod = { readonly periodId: number }
type OfReservations = { readonly reservationIds: readonly number[] }
export interface MaintenanceFacts {
  readonly onSet: (fact: OfPeriod) => Promise<void>
  readonly onRevoked: (fact: OfPeriod) => Promise<void>
  readonly onReworded: (fact: OfPeriod) => Promise<void>
  readonly onProgressed: (fact: { readonly periodIds: readonly number[] }) => void
  readonly onFreed: (fact: OfReservations) => Promise<void>
  readonly onDeviceChanged: (fact: OfReservations & { readonly why?: string | undefined }) => Promise<void>
  readonly onBooked: () => Promise<void>
}

/**
 * Carries out maintenance for each reservation: rows are the queue, facts start the work at once, ticks find what was
 * missed.
 */
export function maintenanceWork({ knex, log }: { knex: Knex; log: Logger }): {
  facts: MaintenanceFacts
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
  const freed: MaintenanceFacts['onDeviceChanged'] = async ({ reservationIds: ids, why }) => {
    if (ids.length === 0) return
    progress.tell(await periodsOf(knex, ids))
    // Places freed by maintenance are under maintenance: nobody waits for them.
    const others = why === 'maintenance' ? 0 : await lookAgain(knex, ids)
    if ((await askAgain(knex, ids)) + others > 0) await work()
  }
  const missed = async (): Promise<void> => {
    if ((await findMissed(knex)) > 0) await work()
  }
  return {
    facts: {
      async onSet({ periodId }) {
        await publishDevicesOf(knex, periodId)
        await work()
      },
      async onRevoked({ periodId }) {
        await publishDevicesOf(knex, periodId)
        await lookAgainAround(knex, periodId)
        await work()
      },
      async onReworded({ periodId }) {
        await publishAffected(knex, periodId)
      },
      onProgressed: ({ periodIds }) => progress.tell(periodIds),
      onFreed: freed,
      onDeviceChanged: freed,
      onBooked: missed,
    },
    ticks: [
      { name: 'maintenance.work', everyMs: 1_000, run: work },
      { name: 'maintenance.missed', everyMs: 30_000, run: missed },
    ],
    async stop() {
      stopped = true
      await running?.catch(() => {})
      await progress.stop()
    },
  }
}
