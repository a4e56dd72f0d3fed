import { metresBetween } from '../../machines/fence.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Metres along the surface of the earth, rounded. */
export function distanceM(from: Point, to: Point): number {
  return Math.round(metresBetween(from, to))
}

/** Where something is, or null when half of it is missing. */
export function pointOf(where: { latitude: number | null; longitude: number | null }): Point | null {
  const { latitude, longitude } = where
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
