export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusM = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres along the surface of the earth, rounded. */
export function distanceM(from: Point, to: Point): number {
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2
  const share =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude)
  return Math.round(2 * earthRadiusM * Math.asin(Math.sqrt(Math.min(1, share))))
}

/** Where something is, or null when half of it is missing. */
export function pointOf(where: { latitude: number | null; longitude: number | null }): Point | null {
  const { latitude, longitude } = where
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
