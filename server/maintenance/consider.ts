import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { PlannedOutcome } from '../../contract/maintenance.ts'
import { lastTryAt, type PeriodSpan } from './period-span.ts'
import { planMoves } from './plan.ts'
import { type Affected, readAffected } from './read-affected.ts'
import { readSites } from './read-sites.ts'
import type { Target } from './target.ts'

export interface Consequence {
  readonly affected: Affected
  readonly outcome: PlannedOutcome
  /** Where it goes when it is moved. */
  readonly toDeviceId: number | null
  /** Until when another place is searched; null = not at all. */
  readonly triesUntil: Date | null
}
export interface Consequences {
  /** Identifies which reservations are affected in which way. */
  readonly version: string
  /** By start, then id. */
  readonly items: readonly Consequence[]
}

/**
 * Returns what a period would do at `now` (rules MT-3 to MT-8). `asked` = the span as requested, where a start some
 * minutes ago means now.
 */
export async function consider(
  trx: Knex,
  target: Target,
  span: PeriodSpan,
  { asked, now }: { asked: { start: string; end: string | null }; now: Date },
): Promise<Consequences> {
  const all = await readAffected(trx, target, span)
  const waiting = all.filter(({ start }) => start > now)
  // A whole site has no other place at the same site: no need to read anything.
  const moves = target.scope === 'device' ? await planned(trx, target, span, waiting, now) : new Map<number, null>()
  const items = all.map((affected): Consequence => {
    if (affected.start <= now) return { affected, outcome: 'loses-access', toDeviceId: null, triesUntil: null }
    const toDeviceId = moves.get(affected.id) ?? null
    if (toDeviceId !== null) return { affected, outcome: 'move', toDeviceId, triesUntil: null }
    const triesUntil = target.scope === 'device' ? lastTryAt(span, affected, now) : null
    return { affected, outcome: 'cannot-move', toDeviceId, triesUntil }
  })
  return { version: versionOf(target, asked, items), items }
}

async function planned(
  trx: Knex,
  target: Target,
  span: PeriodSpan,
  waiting: readonly Affected[],
  now: Date,
): Promise<Map<number, number | null>> {
  const siteIds = [...new Set(waiting.map(({ siteId }) => siteId))]
  return planMoves(await readSites(trx, siteIds, now, { target, span }), waiting, now)
}

/** The place itself does not count: equivalent places are interchangeable. */
function versionOf(
  target: Target,
  asked: { start: string; end: string | null },
  items: readonly Consequence[],
): string {
  const times = [asked.start, asked.end].map((time) => time && new Date(time).toISOString())
  const named = items.map(({ affected, outcome }) => [affected.id, outcome]).sort(([a], [b]) => Number(a) - Number(b))
  return createHash('sha256')
    .update(JSON.stringify([target.scope, target.id, times, named]))
    .digest('base64url')
    .slice(0, 32)
}
