import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { type Message, queueMessages } from '../messages/queue.ts'
import { type Due, lockDue, type Settled, unsettled, writeSettled } from './due.ts'
import { lossOf, messageOf } from './messages.ts'
import { planMoves } from './plan.ts'
import { publishChanged } from './publish-changed.ts'
import { type Affected, readAffectedByIds } from './read-affected.ts'
import { readSites } from './read-sites.ts'
import { nextTry, type Verdict, verdictOf } from './verdict.ts'

/** Maximum reservations in one transaction. */
const usual = 100

/**
 * Handles due reservations without a planned place (rules MT-7 to MT-12) and returns how many there were. Those that
 * get a place are moved by move.ts. `onto` receives each id before anything is tried.
 */
export async function rebookDue(knex: Knex, limit = usual, onto: (id: number) => void = () => {}): Promise<number> {
  return knex.transaction(async (trx) => {
    const { now, due } = await lockDue(trx, { planned: false, limit })
    if (due.length === 0) return 0
    for (const { reservationId } of due) onto(reservationId)
    const ids = [...new Set(due.map(({ reservationId }) => reservationId))]
    const affected = new Map((await readAffectedByIds(trx, ids)).map((each) => [each.id, each]))
    const judged = due.map((each) => ({ due: each, verdict: verdictOf(each, now) }))
    const looking = judged.flatMap(({ due: each, verdict }) => (verdict === 'look' ? [each.reservationId] : []))
    const movers = [...new Set(looking)].flatMap((id) => affected.get(id) ?? [])
    const sites = await readSites(trx, [...new Set(movers.map(({ siteId }) => siteId))], now)
    const places = planMoves(sites, movers, now)
    const results = judged.map(({ due: each, verdict }) =>
      resultOf(each, verdict, places.get(each.reservationId) ?? null, now),
    )
    const settled = results.map((result) => result.settled)
    await writeSettled(trx, settled, now)
    const messages = results.flatMap(
      (result) => messageAbout(result, affected.get(result.due.reservationId), now) ?? [],
    )
    await queueMessages(trx, messages)
    const changed = results.flatMap((result) => (result.changed ? [result.due.reservationId] : []))
    await publishChanged(trx, changed)
    const periodIds = [...new Set(due.map(({ period }) => period.id))]
    await publish(trx, [], fact('maintenance.progressed', { periodIds }))
    return due.length
  })
}

type Tells =
  | 'maintenance-not-moved'
  | 'maintenance-lost-access'
  | 'maintenance-last-try-failed'
  | 'maintenance-restored'
interface Result {
  readonly due: Due
  readonly settled: Settled
  readonly tells: Tells | null
  /** Its view has changed. */
  readonly changed: boolean
}

/** Returns the row to write and the message to send for a verdict; `place` = where the reservation could go. */
function resultOf(due: Due, verdict: Verdict, place: number | null, now: Date): Result {
  const result = (settled: Partial<Settled>, tells: Tells | null = null, changed = tells !== null): Result => ({
    due,
    settled: { ...unsettled(due), ...settled },
    tells,
    changed,
  })
  const wasTold = due.outcome === 'not-moved' || due.outcome === 'lost-access'
  if (verdict === 'canceled') return result({ outcome: 'canceled' })
  if (verdict === 'restored') {
    const tells = wasTold && due.end > now && !due.alsoHit && !due.toldByOther
    return result({ outcome: 'restored' }, tells ? 'maintenance-restored' : null, due.end > now)
  }
  if (verdict === 'elsewhere') return result({ outcome: 'rebooked', toDeviceId: due.deviceId }, null, true)
  if (verdict === 'over') return result({ outcome: due.outcome === 'pending' ? 'lost-access' : due.outcome })
  if (verdict === 'lost') return result({ outcome: 'lost-access' }, 'maintenance-lost-access')
  if (verdict === 'settled') return result({})
  const tries = due.tries + (verdict === 'look' ? 1 : 0)
  if (verdict === 'look' && place !== null) return result({ plannedDeviceId: place, nextTryAt: now, tries })
  const next = nextTry(due.lastTryAt, now)
  if (due.outcome === 'pending') {
    const lastTryAt = next === null ? null : due.lastTryAt
    return result({ outcome: 'not-moved', nextTryAt: next, lastTryAt, tries }, 'maintenance-not-moved')
  }
  if (verdict === 'look' && next !== null) return result({ nextTryAt: next, tries })
  return result({ tries }, due.lastTryAt === null ? null : 'maintenance-last-try-failed')
}

function messageAbout({ due, settled, tells }: Result, affected: Affected | undefined, now: Date): Message | null {
  if (!affected || !tells) return null
  const triesUntil = settled.nextTryAt === null ? null : settled.lastTryAt
  return messageOf(tells, affected, due.period, lossOf(affected, due.period, triesUntil, now))
}
