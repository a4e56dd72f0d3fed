/** Arrival at a site. Pure; degrees in, metres out. A position may trigger an opening, never authorise one. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}
/** Position of a site: its ground if all four corners are known (in order around it), otherwise a point. */
export interface Ground {
  readonly point: Position | null
  readonly corners: readonly Position[] | null
}

const earthRadiusM = 6_371_008.8
/**
 * Metres beyond the fence after which somebody has left, so that a varying position at its edge does not enter and
 * leave repeatedly.
 */
export const leaveMarginM = 50
/** Maximum inaccuracy of a position in metres, unless the fence is wider. */
export const vagueBeyondM = 100

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Distance along the surface of the earth, in metres. */
export function metresBetween(from: Position, to: Position): number {
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2
  const share =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude)
  return 2 * earthRadiusM * Math.asin(Math.sqrt(Math.min(1, share)))
}

/** Returns the metres to the ground of a site, 0 on it; null if its position is unknown (rule C-36). */
export function metresTo(position: Position, { point, corners }: Ground): number | null {
  if (!corners || corners.length < 3) return point ? metresBetween(position, point) : null
  // Far away the plane is inaccurate; the nearest corner is exact enough there.
  const nearest = Math.min(...corners.map((corner) => metresBetween(position, corner)))
  if (nearest > 20_000) return nearest
  const around = corners.map((corner) => onPlane(position, corner))
  if (surrounds(around)) return 0
  const sides = around.map((corner, place) => toSide(corner, around[(place + 1) % around.length] ?? corner))
  return Math.min(...sides)
}

/** Returns whether somebody is inside: enters at the fence, leaves 50 m beyond it (rule C-37). */
export function isInside(before: boolean, metres: number, fenceM: number): boolean {
  return metres <= (before ? fenceM + leaveMarginM : fenceM)
}

/** Returns true for a position too inaccurate to tell inside from outside. */
export function isVague(accuracyM: number, fenceM: number): boolean {
  return accuracyM > Math.max(vagueBeyondM, fenceM)
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** A corner in metres east and north of the position, which is the origin. */
function onPlane(origin: Position, corner: Position): Spot {
  // Across the date line, the shorter way.
  const east = ((corner.longitude - origin.longitude + 540) % 360) - 180
  return {
    x: radians(east) * earthRadiusM * Math.cos(radians(origin.latitude)),
    y: radians(corner.latitude - origin.latitude) * earthRadiusM,
  }
}

/** Returns whether the origin is within the corners: a ray to the east crosses their sides an odd number of times. */
function surrounds(corners: readonly Spot[]): boolean {
  let inside = false
  corners.forEach((a, place) => {
    const b = corners[(place + 1) % corners.length] ?? a
    if (a.y > 0 !== b.y > 0 && a.x - (a.y * (b.x - a.x)) / (b.y - a.y) > 0) inside = !inside
  })
  return inside
}

/** Metres from the origin to the line between two corners. */
function toSide(a: Spot, b: Spot): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const length = x * x + y * y
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(a.x * x + a.y * y) / length))
  return Math.hypot(a.x + share * x, a.y + share * y)
}
