import type { Point } from '../../map/place-map.tsx'
import type { LocationValues } from './location-fields.ts'

/** The corners of the ground in their order around it, with the letters that stand on the map. */
export const corners = [
  { key: 'upperLeft', mark: 'A', east: -1, north: 1 },
  { key: 'upperRight', mark: 'B', east: 1, north: 1 },
  { key: 'lowerRight', mark: 'C', east: 1, north: -1 },
  { key: 'lowerLeft', mark: 'D', east: -1, north: -1 },
] as const
export type Corner = (typeof corners)[number]['key']

/** Metres of a degree of latitude. */
const metresPerDegree = 111_320
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
const within = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max

/** Returns a point, if both of its coordinates are there and on earth. What is typed may be anything. */
export function pointAt(latitude: unknown, longitude: unknown): Point | null {
  return within(latitude, 90) && within(longitude, 180) ? { latitude, longitude } : null
}

/** Returns a corner of a location. */
export const cornerAt = (values: LocationValues, corner: Corner): Point | null =>
  pointAt(values[`${corner}Latitude`], values[`${corner}Longitude`])

/** Returns the corners of a ground around its middle, its length lying from west to east; null where a size is missing. */
export function layOut(middle: Point | null, lengthMm: unknown, widthMm: unknown): Record<Corner, Point> | null {
  if (!middle || typeof lengthMm !== 'number' || typeof widthMm !== 'number') return null
  const north = widthMm / 2_000 / metresPerDegree
  const east = lengthMm / 2_000 / (metresPerDegree * Math.cos((middle.latitude * Math.PI) / 180))
  return Object.fromEntries(
    corners.map((corner) => [
      corner.key,
      {
        latitude: rounded(middle.latitude + corner.north * north),
        longitude: rounded(middle.longitude + corner.east * east),
      },
    ]),
  ) as Record<Corner, Point>
}
