import { metresBetween } from '../../machines/fence.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Returns metres along the surface of the earth, rounded. */
export function distanceM(from: Point, to: Point): number {
  return Math.round(metresBetween(from, to))
}

/** Returns the coordinates, or null if one of them is missing. */
export function pointOf(where: { latitude: number | null; longitude: number | null }): Point | null {
  const { latitude, longitude } = where
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
