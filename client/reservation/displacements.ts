import type { BookedView } from '../../contract/reservations/view.ts'

type DisplacementView = BookedView['hits'][number]

/** What can be said of a hit at `now` (ms): it is being dealt with, still looked for, settled without another place, or it came while one was there. */
export function displacementStatus(
  { state, triesUntil }: DisplacementView,
  now: number,
): 'pending' | 'looking' | 'settled' | 'lost-access' {
  if (state !== 'not-moved') return state
  return triesUntil !== null && now < Date.parse(triesUntil) ? 'looking' : 'settled'
}

/** Hits that still matter at `now` (ms), the first one first; of those that are over nothing has to be said. */
export function currentDisplacements({ hits, state, end }: BookedView, now: number): DisplacementView[] {
  if (state !== 'RESERVED' || now >= Date.parse(end)) return []
  return hits.filter(({ until }) => until === null || now < Date.parse(until))
}

/** A view whose maintenance is only what no hit tells already: nothing is said twice. */
export function withoutDisplacements<V extends BookedView>(view: V): V {
  const isHit = ({ reason, end }: V['maintenance'][number]) =>
    view.hits.some((hit) => hit.by === 'maintenance' && hit.reason === reason && hit.until === end)
  return view.hits.length === 0 ? view : { ...view, maintenance: view.maintenance.filter((each) => !isHit(each)) }
}
