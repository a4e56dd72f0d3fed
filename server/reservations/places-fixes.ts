import type { Knex } from 'knex'
import type { FixView } from '../../contract/reservations/book.ts'
import type { Span } from '../claims/facts.ts'
import { nearestOthers } from './nearest-others.ts'
import type { Moment } from './search-calendar.ts'
import { type JudgedType, type SiteLook, seekingOf } from './search-check.ts'
import { fixView, nearestFree, otherSpans, reaches, readForFixes } from './search-fixes.ts'

/**
 * Returns for each place that is not free the nearest other one of its type at the site, otherwise the nearest span in
 * which it is free.
 */
export async function fixPlaces(
  trx: Knex,
  look: SiteLook,
  types: readonly JudgedType[],
  request: Span,
  at: Moment,
): Promise<Map<number, FixView>> {
  const fixes = new Map<number, FixView>(types.flatMap(otherPlaces))
  const full = types.filter(({ free }) => free === 0).map((type) => seekingOf(look, type))
  const others = otherSpans(request, at.now)
  for (const reach of reaches) {
    const sought = full
      .map((seeking) => ({ ...seeking, places: seeking.places.filter(({ place }) => !fixes.has(place.deviceId)) }))
      .filter(({ places }) => places.length > 0)
    const sight = await readForFixes(trx, sought, others, { reach, ...at })
    if (!sight) continue
    for (const seeking of sought)
      for (const each of seeking.places) {
        const fix = nearestFree({ ...seeking, places: [each] }, sight)
        if (fix) fixes.set(each.place.deviceId, fixView(fix))
      }
  }
  return fixes
}

/** For each unavailable place the nearest free one in the site's order, on its own path if there is one. */
function otherPlaces({ places, offer }: JudgedType): [number, FixView][] {
  if (!offer) return []
  const nearest = nearestOthers(
    places.map(({ place, code }) => ({ free: code === null, pathNumber: place.pathNumber })),
  )
  return places.flatMap(({ place }, index) => {
    const other = places[nearest[index] ?? -1]
    return other ? [[place.deviceId, { kind: 'device', deviceId: other.place.deviceId, name: '' }]] : []
  })
}
