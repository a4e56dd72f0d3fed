import { boundsOf, centreOf, type Place, type Point } from './box.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** How far `to` lies in a direction, and how far beside it. */
function away(from: Point, to: Point, direction: Direction): { ahead: number; beside: number } {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (direction === 'left') return { ahead: -x, beside: Math.abs(y) }
  if (direction === 'right') return { ahead: x, beside: Math.abs(y) }
  return { ahead: direction === 'up' ? -y : y, beside: Math.abs(x) }
}

/** What lies beside counts more than what lies ahead, so that one stays in the row. */
const besideWeight = 2.5

/** The device to which an arrow key leads: the nearest whose middle lies in that direction; null at the edge. */
export function nextIn(direction: Direction, from: number, places: ReadonlyMap<number, Place>): number | null {
  const here = places.get(from)
  if (here === undefined) return null
  const centre = centreOf(here)
  let best: { id: number; cost: number } | null = null
  for (const [id, place] of places) {
    if (id === from) continue
    const { ahead, beside } = away(centre, centreOf(place), direction)
    if (ahead <= 0) continue
    const cost = ahead + beside * besideWeight
    if (best === null || cost < best.cost) best = { id, cost }
  }
  return best?.id ?? null
}

/** Where the keyboard begins: the device that is nearest to the upper left corner of all. */
export function firstOf(places: ReadonlyMap<number, Place>): number | null {
  let best: { id: number; cost: number } | null = null
  for (const [id, place] of places) {
    const { left, top } = boundsOf(place)
    const cost = left + top * besideWeight
    if (best === null || cost < best.cost) best = { id, cost }
  }
  return best?.id ?? null
}
