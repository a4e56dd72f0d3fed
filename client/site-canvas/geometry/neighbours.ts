import { boundsOf, centreOf, type Place, type Point, type Rect } from './box.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** How far `to` is ahead in a direction, from centre to centre. */
function ahead(from: Point, to: Point, direction: Direction): number {
  if (direction === 'left') return from.x - to.x
  if (direction === 'right') return to.x - from.x
  return direction === 'up' ? from.y - to.y : to.y - from.y
}

/** How far two devices are out of line for a direction: the gap across it, and a little for different centres. */
function beside(a: Rect, b: Rect, direction: Direction): number {
  const level = direction === 'left' || direction === 'right'
  const gap = level ? Math.max(a.top - b.bottom, b.top - a.bottom) : Math.max(a.left - b.right, b.left - a.right)
  const middles = level ? a.top + a.bottom - b.top - b.bottom : a.left + a.right - b.left - b.right
  return Math.max(0, gap) + Math.abs(middles / 2) * middleWeight
}

/** Being out of line counts more than distance, so that the focus stays in the row. */
const besideWeight = 2.5
const middleWeight = 0.1

/** The device that an arrow key leads to: the nearest with its centre in that direction; null at the edge. */
export function nextIn(direction: Direction, from: number, places: ReadonlyMap<number, Place>): number | null {
  const here = places.get(from)
  if (here === undefined) return null
  const centre = centreOf(here)
  const bounds = boundsOf(here)
  let best: { id: number; cost: number } | null = null
  for (const [id, place] of places) {
    if (id === from) continue
    const distance = ahead(centre, centreOf(place), direction)
    if (distance <= 0) continue
    const cost = distance + beside(bounds, boundsOf(place), direction) * besideWeight
    if (best === null || cost < best.cost) best = { id, cost }
  }
  return best?.id ?? null
}

/** Where the keyboard starts: the device nearest to the upper left corner of all. */
export function firstOf(places: ReadonlyMap<number, Place>): number | null {
  let best: { id: number; cost: number } | null = null
  for (const [id, place] of places) {
    const { left, top } = boundsOf(place)
    const cost = left + top * besideWeight
    if (best === null || cost < best.cost) best = { id, cost }
  }
  return best?.id ?? null
}
