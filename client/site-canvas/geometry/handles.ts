import { centreOf, type Place, type Point, turned } from './box.ts'

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** Which edges a handle moves: -1 = left or upper, 1 = right or lower, 0 = none. */
const edges: Readonly<Record<Handle, readonly [number, number]>> = {
  nw: [-1, -1],
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
}
const minMm = 50
const stepDeg = 15

/** The position of a handle on the rotated device. */
export function handleAt(place: Place, handle: Handle): Point {
  const [x, y] = edges[handle]
  const centre = centreOf(place)
  const level = { x: centre.x + (x * place.widthMm) / 2, y: centre.y + (y * place.heightMm) / 2 }
  return turned(level, centre, place.rotationDeg)
}

/** The position of the rotation handle: `awayMm` above the upper edge. */
export function turnHandleAt(place: Place, awayMm: number): Point {
  const centre = centreOf(place)
  return turned({ x: centre.x, y: place.yMm - awayMm }, centre, place.rotationDeg)
}

/** The position after a handle is dragged to a point: the opposite edge or corner stays. */
export function resized(place: Place, handle: Handle, to: Point): Place {
  const [x, y] = edges[handle]
  const centre = centreOf(place)
  const level = turned(to, centre, -place.rotationDeg)
  const sized = (size: number, edge: number, from: number, at: number): number =>
    edge === 0 ? size : Math.max(minMm, Math.round(size / 2 + edge * (at - from)))
  const widthMm = sized(place.widthMm, x, centre.x, level.x)
  const heightMm = sized(place.heightMm, y, centre.y, level.y)
  // The centre moves half as far as the edge, in the direction of the rotation.
  const middle = turned(
    { x: centre.x + (x * (widthMm - place.widthMm)) / 2, y: centre.y + (y * (heightMm - place.heightMm)) / 2 },
    centre,
    place.rotationDeg,
  )
  return {
    ...place,
    widthMm,
    heightMm,
    xMm: Math.round(middle.x - widthMm / 2),
    yMm: Math.round(middle.y - heightMm / 2),
  }
}

/** The rotation in whole degrees after the handle is dragged to a point; in steps of 15 unless free. */
export function turnTo(place: Place, to: Point, free: boolean): number {
  const centre = centreOf(place)
  const degrees = (Math.atan2(to.x - centre.x, centre.y - to.y) * 180) / Math.PI
  const step = free ? 1 : stepDeg
  return wholeTurn(Math.round(degrees / step) * step)
}

/** Any angle as whole degrees from 0 to 359. */
export function wholeTurn(degrees: number): number {
  return ((Math.round(degrees) % 360) + 360) % 360
}
