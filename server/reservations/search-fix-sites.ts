import type { Knex } from 'knex'
import type { FixView } from '../../contract/booking.ts'
import type { Fix } from '../../machines/booking/types.ts'
import type { DeviceFacts, Span } from '../claims/facts.ts'
import { distanceM, pointOf } from '../sites/distance.ts'
import type { Moment } from './search-calendar.ts'
import { fixView, nearestFree, otherSpans, reaches, readForFixes, type Sight } from './search-fixes.ts'
import { type JudgedSite, seekingOf } from './search-judge.ts'

/** So many sites of one search are told what to do instead; and so many of them looked at for two weeks. */
const mostFixed = 20
const mostLookedFar = 5
/** A shift up to so much is nearer to the wish than another site; then another site within walking distance is. */
const smallMinutes = 60
const walkM = 3_000

/** Sites, and what more can be known when nothing is free at some: each device of theirs, and other sites. */
interface Looks {
  readonly looks: readonly JudgedSite[]
  readonly lookCloser: (full: readonly JudgedSite[]) => Promise<readonly JudgedSite<DeviceFacts>[]>
  readonly readOthers: () => Promise<readonly JudgedSite[]>
}

/**
 * The nearest thing to do at sites where nothing is free: a small change of the span, else a site within walking distance that has the same
 * kind free, else any change of the span, else the next site. Nothing for sites that block the person.
 */
export async function fixSites(
  trx: Knex,
  { looks, lookCloser, readOthers }: Looks,
  wish: Span,
  at: Moment,
): Promise<Map<number, FixView>> {
  const full = looks.filter(({ site, free }) => free === 0 && site.usableZoneIds.length > 0).slice(0, mostFixed)
  if (full.length === 0) return new Map()
  const others = await readOthers()
  const spans = await nearestSpans(trx, await lookCloser(full), wish, at)
  const fixes = full.map((look): [number, FixView | null] => [
    look.site.id,
    choose(look, spans.get(look.site.id), others),
  ])
  return new Map(fixes.flatMap(([id, fix]) => (fix ? [[id, fix]] : [])))
}

function choose(look: JudgedSite, span: Fix | undefined, others: readonly JudgedSite[]): FixView | null {
  if (span && span.minutes <= smallMinutes) return fixView(span)
  const next = nextSite(look, others)
  const near = next?.kind === 'site' && next.distanceM !== null && next.distanceM <= walkM
  if (span && !near) return fixView(span)
  return next
}

/** The nearest other site where a kind of this site is free. */
function nextSite({ site, types }: JudgedSite, others: readonly JudgedSite[]): FixView | null {
  const kinds = new Set(types.map(({ typeId }) => typeId))
  const from = pointOf(site)
  const [next] = others
    .filter((other) => other.site.id !== site.id)
    .filter((other) => other.types.some(({ typeId, free }) => free > 0 && kinds.has(typeId)))
    .map((other) => {
      const to = pointOf(other.site)
      return { id: other.site.id, name: other.site.name, distance: from && to ? distanceM(from, to) : null }
    })
    .sort((a, b) => (a.distance ?? Number.MAX_VALUE) - (b.distance ?? Number.MAX_VALUE) || a.id - b.id)
  return next ? { kind: 'site', siteId: next.id, name: next.name, distanceM: next.distance } : null
}

/** The nearest other span by site; weeks away only for a few sites. */
async function nearestSpans(
  trx: Knex,
  looks: readonly JudgedSite<DeviceFacts>[],
  wish: Span,
  at: Moment,
): Promise<Map<number, Fix>> {
  const others = otherSpans(wish, at.now)
  const found = new Map<number, Fix>()
  for (const reach of reaches) {
    const left = looks.filter(({ site }) => !found.has(site.id))
    const sought = reach === 'weeks' ? left.slice(0, mostLookedFar) : left
    const seekings = sought.flatMap((look) => look.types.map((type) => seekingOf(look, type)))
    const sight = await readForFixes(trx, seekings, others, { reach, ...at })
    if (!sight) continue
    for (const look of sought) {
      const fix = nearestOf(look, sight)
      if (fix) found.set(look.site.id, fix)
    }
  }
  return found
}

/** Of the types of a site the one whose span changes least. */
function nearestOf(look: JudgedSite<DeviceFacts>, sight: Sight): Fix | null {
  const ranked = look.types.flatMap((type) => {
    const seeking = seekingOf(look, type)
    const fix = nearestFree(seeking, sight)
    return fix ? { fix, rank: sight.others(seeking, sight.reach).indexOf(fix) } : []
  })
  const [nearest] = ranked.sort((a, b) => a.fix.minutes - b.fix.minutes || a.rank - b.rank)
  return nearest?.fix ?? null
}
