import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { type Notice, queueNotices } from '../notices/queue.ts'
import { type Due, lockDue, type Settled, unsettled, writeSettled } from './due.ts'
import { lossOf, noticeOf } from './notices.ts'
import { planMoves } from './plan.ts'
import { type Affected, readAffectedByIds } from './read-affected.ts'
import { readSites } from './read-sites.ts'
import { tellChanged } from './tell.ts'
import { nextTry, type Verdict, verdictOf } from './verdict.ts'

/** So many reservations in one transaction at most. */
const usual = 100

/**
 * Deals with reservations that are due and for which no place is planned (rules MT-7 to MT-12): tells who stays without one, looks for one again, gives places back.
 * Whoever gets a place is moved by move.ts. `onto` learns which they are, before anything is tried. Answers with how many
 * it dealt.
 */
export async function settleDue(
  knex: Knex,
  limit: number = usual,
  onto: (id: number) => void = () => {},
): Promise<number> {
  return knex.transaction(async (trx) => {
    const { now, due } = await lockDue(trx, { planned: false, limit })
    if (due.length === 0) return 0
    for (const { reservationId } of due) onto(reservationId)
    const affected = new Map(
      (await readAffectedByIds(trx, [...new Set(due.map((each) => each.reservationId))])).map((each) => [
        each.id,
        each,
      ]),
    )
    const judged = due.map((each) => ({ due: each, verdict: verdictOf(each, now) }))
    const places = await lookFor(
      trx,
      judged.flatMap(({ due: each, verdict }) => (verdict === 'look' ? [affected.get(each.reservationId)] : [])),
      now,
    )
    const results = judged.map(({ due: each, verdict }) =>
      resultOf(each, verdict, places.get(each.reservationId) ?? null, now),
    )
    await writeSettled(
      trx,
      results.map(({ settled }) => settled),
      now,
    )
    await queueNotices(
      trx,
      results.flatMap(({ due: each, settled, tells }) => {
        const about = affected.get(each.reservationId)
        return about && tells ? (noticesOf(each, settled, tells, about, now) ?? []) : []
      }),
    )
    await tellChanged(
      trx,
      results.filter(({ changed }) => changed).map(({ due: each }) => each.reservationId),
    )
    const periodIds = [...new Set(due.map(({ period }) => period.id))]
    await publish(trx, [], fact('maintenance.progressed', { periodIds }))
    return due.length
  })
}

async function lookFor(
  trx: Knex.Transaction,
  found: readonly (Affected | undefined)[],
  now: Date,
): Promise<Map<number, number | null>> {
  const movers = [...new Map(found.flatMap((each) => (each ? [[each.id, each] as const] : []))).values()]
  return planMoves(await readSites(trx, [...new Set(movers.map(({ siteId }) => siteId))], now), movers, now)
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
  /** Its screens show something else now. */
  readonly changed: boolean
}

/** What is written and told of a row by its verdict; `place` = where it could go. */
export function resultOf(due: Due, verdict: Verdict, place: number | null, now: Date): Result {
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

function noticesOf(due: Due, settled: Settled, tells: Tells, affected: Affected, now: Date): Notice | null {
  const triesUntil = settled.nextTryAt === null ? null : settled.lastTryAt
  return noticeOf(tells, affected, due.period, lossOf(affected, due.period, triesUntil, now))
}
