import type { BookedView } from '../../contract/reservations/view.ts'

type DisplacementView = BookedView['displacements'][number]

/** The state of a displacement at `now` (ms): in progress, another place still looked for, ended without one, or access lost during the stay. */
export function displacementStatus(
  { state, triesUntil }: DisplacementView,
  now: number,
): 'pending' | 'looking' | 'settled' | 'lost-access' {
  if (state !== 'not-moved') return state
  return triesUntil !== null && now < Date.parse(triesUntil) ? 'looking' : 'settled'
}

/** Displacements that still matter at `now` (ms), the earliest first. */
export function currentDisplacements({ displacements, state, end }: BookedView, now: number): DisplacementView[] {
  if (state !== 'RESERVED' || now >= Date.parse(end)) return []
  return displacements.filter(({ until }) => until === null || now < Date.parse(until))
}

/** A view without maintenance that a displacement already explains. */
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
