import type { Knex } from 'knex'
import type { FixView } from '../../contract/reservations/book.ts'
import type { Fix } from '../../machines/booking/types.ts'
import type { DeviceFacts, Span } from '../claims/facts.ts'
import { distanceM, pointOf } from '../sites/distance.ts'
import type { Moment } from './search-calendar.ts'
import { type JudgedSite, seekingOf } from './search-check.ts'
import { fixView, nearestFree, otherSpans, reaches, readForFixes, type Sight } from './search-fixes.ts'

/** Maximum number of sites of a search with a fix, and of those searched for two weeks. */
const maxFixed = 20
const maxLookedFar = 5
/** A shift up to this is preferred to another site within walking distance; a longer one is not. */
const smallMinutes = 60
const walkM = 3_000

/** Sites, and what to read if nothing is free at some: each of their devices, and other sites. */
interface Looks {
  readonly looks: readonly JudgedSite[]
  readonly lookCloser: (full: readonly JudgedSite[]) => Promise<readonly JudgedSite<DeviceFacts>[]>
  readonly readOthers: () => Promise<readonly JudgedSite[]>
}

/**
 * Finds a fix if nothing is free: a small change of the span, otherwise a free site within walking distance, otherwise
 * any change, otherwise the next site.
 */
export async function fixSites(
  trx: Knex,
  { looks, lookCloser, readOthers }: Looks,
  request: Span,
  at: Moment,
): Promise<Map<number, FixView>> {
  const full = looks.filter(({ site, free }) => free === 0 && site.usableZoneIds.length > 0).slice(0, maxFixed)
  if (full.length === 0) return new Map()
  const others = await readOthers()
  const spans = await nearestSpans(trx, await lookCloser(full), request, at)
  return new Map(
    full.flatMap((look): [number, FixView][] => {
      const fix = choose(look, spans.get(look.site.id), others)
      return fix ? [[look.site.id, fix]] : []
    }),
  )
}

function choose(look: JudgedSite, span: Fix | undefined, others: readonly JudgedSite[]): FixView | null {
  const next = nextSite(look, others)
  const near = next?.kind === 'site' && next.distanceM !== null && next.distanceM <= walkM
  return span && (span.minutes <= smallMinutes || !near) ? fixView(span) : next
}

/** Returns the nearest other site where a type of this site is free. */
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

/** Returns the nearest other span by site; weeks away only for a few sites. */
async function nearestSpans(
  trx: Knex,
  looks: readonly JudgedSite<DeviceFacts>[],
  request: Span,
  at: Moment,
): Promise<Map<number, Fix>> {
  const others = otherSpans(request, at.now)
  const found = new Map<number, Fix>()
  for (const reach of reaches) {
    const left = looks.filter(({ site }) => !found.has(site.id))
    const sought = reach === 'weeks' ? left.slice(0, maxLookedFar) : left
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

/** Returns the type of a site whose span changes least. */
function nearestOf(look: JudgedSite<DeviceFacts>, sight: Sight): Fix | null {
  const ranked = look.types.flatMap((type) => {
    const seeking = seekingOf(look, type)
    const fix = nearestFree(seeking, sight)
    return fix ? { fix, rank: sight.others(seeking, sight.reach).indexOf(fix) } : []
  })
  const [nearest] = ranked.sort((a, b) => a.fix.minutes - b.fix.minutes || a.rank - b.rank)
  return nearest?.fix ?? null
}
