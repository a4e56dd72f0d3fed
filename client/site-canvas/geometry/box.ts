import type { PlanDevice } from '../../../contract/sites/plan.ts'

/** The position of a device: upper left corner and size before rotation, mm; then rotated clockwise around its centre. */
export type Place = NonNullable<PlanDevice['place']>
export interface Point {
  readonly x: number
  readonly y: number
}
/** A rectangle whose edges are level. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function centreOf(place: Place): Point {
  return { x: place.xMm + place.widthMm / 2, y: place.yMm + place.heightMm / 2 }
}

/** Rotates a point clockwise by whole degrees around another. Quarter turns are exact. */
export function turned(point: Point, around: Point, degrees: number): Point {
  const [cos, sin] = turnOf(degrees)
  const [x, y] = [point.x - around.x, point.y - around.y]
  return { x: around.x + x * cos - y * sin, y: around.y + x * sin + y * cos }
}

const quarters: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

function turnOf(degrees: number): readonly [cos: number, sin: number] {
  const quarter = degrees % 90 === 0 ? quarters[(((degrees / 90) % 4) + 4) % 4] : undefined
  const angle = (degrees * Math.PI) / 180
  return quarter ?? [Math.cos(angle), Math.sin(angle)]
}

/** The four corners, clockwise, beginning with the upper left one before rotation. */
export function cornersOf(place: Place): readonly [Point, Point, Point, Point] {
  const { xMm: x, yMm: y, widthMm: width, heightMm: height, rotationDeg } = place
  const at = (cornerX: number, cornerY: number) => turned({ x: cornerX, y: cornerY }, centreOf(place), rotationDeg)
  return [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]
}

/** The smallest axis-aligned rectangle around a position. */
export function boundsOf(place: Place): Rect {
  const { xMm: left, yMm: top, widthMm: width, heightMm: height, rotationDeg } = place
  if (rotationDeg % 180 === 0) return { left, top, right: left + width, bottom: top + height }
  const [cos, sin] = turnOf(rotationDeg)
  const centre = centreOf(place)
  const halfWidth = (Math.abs(width * cos) + Math.abs(height * sin)) / 2
  const halfHeight = (Math.abs(width * sin) + Math.abs(height * cos)) / 2
  return {
    left: centre.x - halfWidth,
    top: centre.y - halfHeight,
    right: centre.x + halfWidth,
    bottom: centre.y + halfHeight,
  }
}

/** Whether a point is inside, including `slack` mm around it. */
export function holds(place: Place, point: Point, slack = 0): boolean {
  const centre = centreOf(place)
  const level = turned(point, centre, -place.rotationDeg)
  return (
    Math.abs(level.x - centre.x) <= place.widthMm / 2 + slack &&
    Math.abs(level.y - centre.y) <= place.heightMm / 2 + slack
  )
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

/** A rectangle around all of them; null for none. */
export function around(rects: Iterable<Rect>): Rect | null {
  let all: Rect | null = null
  for (const rect of rects) {
    all =
      all === null
        ? rect
        : {
            left: Math.min(all.left, rect.left),
            top: Math.min(all.top, rect.top),
            right: Math.max(all.right, rect.right),
            bottom: Math.max(all.bottom, rect.bottom),
          }
  }
  return all
}

export function grown(rect: Rect, by: number): Rect {
  return { left: rect.left - by, top: rect.top - by, right: rect.right + by, bottom: rect.bottom + by }
}
