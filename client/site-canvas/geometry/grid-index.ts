import { boundsOf, grown, holds, overlaps, type Place, type Point, type Rect } from './box.ts'

/** Finds devices by position: squares of about the size of a few devices, each with the devices that reach into it. */
export interface GridIndex {
  readonly size: number
  /** Ids of the devices that a rectangle touches, in insertion order. */
  in(rect: Rect): number[]
  /** The topmost device at a point, including `slack` mm around it; an exact hit takes precedence. */
  at(point: Point, slack?: number): number | null
  boundsOf(id: number): Rect | undefined
  /** A rectangle around everything; null if empty. */
  readonly all: Rect | null
}

interface Entry {
  readonly id: number
  readonly order: number
  readonly place: Place
  readonly bounds: Rect
}

/** Maximum squares per side; more would make the index slow to build for a plan with one distant device. */
const maxSquares = 200

/** How far a device rotated by 45 degrees reaches with the slack: its corners stand out, plus 1 mm for rounding. */
const reachOf = (slack: number) => slack * Math.SQRT2 + 1

export function indexOf(places: Iterable<readonly [number, Place]>): GridIndex {
  const entries: Entry[] = []
  const byId = new Map<number, Entry>()
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const [id, place] of places) {
    const entry = { id, order: entries.length, place, bounds: boundsOf(place) }
    entries.push(entry)
    byId.set(id, entry)
    left = Math.min(left, entry.bounds.left)
    top = Math.min(top, entry.bounds.top)
    right = Math.max(right, entry.bounds.right)
    bottom = Math.max(bottom, entry.bounds.bottom)
  }
  const all = entries.length === 0 ? null : { left, top, right, bottom }
  const across = Math.max(1, Math.min(maxSquares, Math.ceil(Math.sqrt(entries.length))))
  const square = all === null ? 1 : Math.max(1, (right - left) / across, (bottom - top) / across)
  const squares = new Map<number, Entry[]>()
  const column = (x: number) => Math.max(0, Math.min(across, Math.floor((x - left) / square)))
  const row = (y: number) => Math.max(0, Math.min(across, Math.floor((y - top) / square)))
  const reached = (rect: Rect, visit: (key: number) => void) => {
    for (let x = column(rect.left); x <= column(rect.right); x += 1)
      for (let y = row(rect.top); y <= row(rect.bottom); y += 1) visit(x * (maxSquares + 1) + y)
  }
  for (const entry of entries) {
    reached(entry.bounds, (key) => {
      const held = squares.get(key)
      if (held) held.push(entry)
      else squares.set(key, [entry])
    })
  }

  const find = (rect: Rect): Entry[] => {
    if (all === null || !overlaps(rect, all)) return []
    if (rect.left <= left && rect.top <= top && rect.right >= right && rect.bottom >= bottom) return entries
    const found = new Set<Entry>()
    reached(rect, (key) => {
      for (const entry of squares.get(key) ?? []) if (overlaps(entry.bounds, rect)) found.add(entry)
    })
    return [...found].sort((a, b) => a.order - b.order)
  }
  return {
    size: entries.length,
    all,
    in: (rect) => find(rect).map(({ id }) => id),
    boundsOf: (id) => byId.get(id)?.bounds,
    at(point, slack = 0) {
      const near = find(grown({ left: point.x, top: point.y, right: point.x, bottom: point.y }, reachOf(slack)))
      const hit =
        near.findLast(({ place }) => holds(place, point)) ?? near.findLast(({ place }) => holds(place, point, slack))
      return hit?.id ?? null
    },
  }
}
