import type { TaskHandlers } from '../jobs/tasks.ts'
import type { Tick } from '../jobs/ticks.ts'
import type { Desk } from './desk.ts'
import { openAgain, openSession } from './open-session.ts'
import type { ChosenProvider } from './provider.ts'
import { reconcile } from './reconcile.ts'
import { refundAgain, sendRefund } from './refund-to-card.ts'
import { releaseHolds } from './release-holds.ts'

/** Background work on payments: jobs ask the provider, ticks do what is due by the clock. */
export function paymentWork(
  { provider, alone }: ChosenProvider,
  { knex, log, portalUrl }: Omit<Desk, 'provider'>,
  startedAt: Date,
): { handlers: TaskHandlers; ticks: Tick[] } {
  if (!provider) return { handlers: {}, ticks: [] }
  const desk: Desk = { knex, log, provider, portalUrl }
  const holdsAndMessages = async () => {
    await releaseHolds(desk)
    await alone()
  }
  const reconcileAll = async () => {
    await refundAgain(desk)
    await reconcile(desk, startedAt)
  }
  return {
    handlers: paymentHandlers(desk),
    ticks: [
      { name: 'payments.open', everyMs: 2_000, run: () => openAgain(desk) },
      { name: 'payments', everyMs: 1_000, run: holdsAndMessages },
      { name: 'payments.reconcile', everyMs: 60_000, run: reconcileAll },
    ],
  }
}

/** Asks the provider after the requesting transaction has committed. */
export function paymentHandlers(desk: Desk): TaskHandlers {
  return {
    'payments.open-session': ({ id }) => openSession(desk, id),
    'payments.refund': ({ id }) => sendRefund(desk, id),
  }
}
