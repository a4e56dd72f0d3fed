import type { Tick } from '../jobs/ticks.ts'
import type { Desk } from './desk.ts'
import { openSession, openWaiting } from './open-session.ts'
import type { ChosenProvider } from './provider.ts'
import { reconcile } from './reconcile.ts'
import { sendRefunds } from './refund-to-card.ts'
import { releaseHolds } from './release-holds.ts'

type Fact = (payload: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * The work on payments behind people's calls. What is to be done stands in the rows, so nothing is lost with a process; facts only start it at
 * once, and ticks find what they missed.
 */
export function paymentWork(
  { provider, alone }: ChosenProvider,
  { knex, log, portalUrl }: Omit<Desk, 'provider'>,
  startedAt: Date,
): { facts: [string, Fact][]; ticks: Tick[] } {
  if (!provider) return { facts: [], ticks: [] }
  const desk: Desk = { knex, log, provider, portalUrl }
  const inTurn = async (...works: ((desk: Desk) => Promise<unknown>)[]) => {
    for (const work of works) await work(desk)
  }
  return {
    facts: [
      ['payments.started', ({ paymentId }) => openSession(desk, Number(paymentId))],
      ['payments.refunded', () => sendRefunds(desk)],
    ],
    ticks: [
      { name: 'payments', everyMs: 1_000, lock: 20, run: () => inTurn(openWaiting, releaseHolds, sendRefunds, alone) },
      { name: 'payments.reconcile', everyMs: 60_000, lock: 21, run: () => reconcile(desk, startedAt) },
    ],
  }
}
