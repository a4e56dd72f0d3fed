import type { PlanView } from '../../../contract/sites/plan.ts'

/** A round length of at most `px` on the screen, mm, and its size there, px. */
export function scaleBar(scale: number, px: number): { readonly mm: number; readonly px: number } {
  const most = px / scale
  const ten = 10 ** Math.floor(Math.log10(most))
  const mm = ten * ([5, 2, 1].find((times) => ten * times <= most) ?? 1)
  return { mm, px: mm * scale }
}

/** Distance of the grid lines, mm: round, and at least `minPx` apart on the screen. */
export function gridStep(scale: number, minPx = 24): number {
  const least = minPx / scale
  const ten = 10 ** Math.floor(Math.log10(least))
  return ten * ([1, 2, 5, 10].find((times) => ten * times >= least) ?? 10)
}

/** North on the plan, degrees clockwise from its upper edge; null unless two suitable corners are known. */
export function northOf(corners: PlanView['corners']): number | null {
  const { upperLeft, upperRight, lowerLeft, lowerRight } = corners
  const upward = bearing(lowerLeft, upperLeft) ?? bearing(lowerRight, upperRight)
  if (upward !== null) return (360 - upward) % 360
  const rightward = bearing(upperLeft, upperRight) ?? bearing(lowerLeft, lowerRight)
  return rightward === null ? null : (450 - rightward) % 360
}

type Corner = PlanView['corners']['upperLeft']

/** The direction from one corner to another, degrees clockwise from north; sites are small enough to be flat. */
function bearing(from: Corner, to: Corner): number | null {
  if (from === null || to === null) return null
  const north = to.latitude - from.latitude
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  if (north === 0 && east === 0) return null
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
