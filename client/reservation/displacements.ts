import type { BookedView } from '../../contract/reservations/view.ts'

type DisplacementView = BookedView['displacements'][number]

/** What can be said of a displacement at `now` (ms): it is being dealt with, still looked for, settled without another place, or it came while one was there. */
export function displacementStatus(
  { state, triesUntil }: DisplacementView,
  now: number,
): 'pending' | 'looking' | 'settled' | 'lost-access' {
  if (state !== 'not-moved') return state
  return triesUntil !== null && now < Date.parse(triesUntil) ? 'looking' : 'settled'
}

/** Hits that still matter at `now` (ms), the first one first; of those that are over nothing has to be said. */
export function currentDisplacements({ displacements, state, end }: BookedView, now: number): DisplacementView[] {
  if (state !== 'RESERVED' || now >= Date.parse(end)) return []
  return displacements.filter(({ until }) => until === null || now < Date.parse(until))
}

/** A view whose maintenance is only what no displacement tells already: nothing is said twice. */
export function withoutDisplacements<V extends BookedView>(view: V): V {
  const isHit = ({ reason, end }: V['maintenance'][number]) =>
    view.displacements.some(
      (displacement) =>
        displacement.by === 'maintenance' && displacement.reason === reason && displacement.until === end,
    )
  return view.displacements.length === 0
    ? view
    : { ...view, maintenance: view.maintenance.filter((each) => !isHit(each)) }
}
