/** Whether somebody has arrived at a site. Pure; degrees in, metres out. A position may trigger an opening, it never allows one. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}
/** Where a site is: its ground when all four corners are known (in the order around it), else a point. */
export interface Ground {
  readonly point: Position | null
  readonly corners: readonly Position[] | null
}

const earthRadiusM = 6_371_008.8
/** Metres beyond the fence after which somebody has left: at its edge nobody comes and goes with every wobble of his position. */
export const leaveMarginM = 50
/** Metres by which a position may be wrong, unless the fence is wider. */
export const vagueBeyondM = 100

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres along the surface of the earth. */
export function metresBetween(from: Position, to: Position): number {
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2
  const share =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude)
  return 2 * earthRadiusM * Math.asin(Math.sqrt(Math.min(1, share)))
}

/** Metres to the ground of a site, 0 upon it; null when nobody knows where it is (rule C-36). */
export function metresTo(position: Position, { point, corners }: Ground): number | null {
  if (!corners || corners.length < 3) return point ? metresBetween(position, point) : null
  // Far away the plane is none; the nearest corner is exact enough there.
  const nearest = Math.min(...corners.map((corner) => metresBetween(position, corner)))
  if (nearest > 20_000) return nearest
  const around = corners.map((corner) => onPlane(position, corner))
  if (surrounds(around)) return 0
  const sides = around.map((corner, place) => toSide(corner, around[(place + 1) % around.length] ?? corner))
  return Math.min(...sides)
}

/** Whether somebody is inside: comes in at the fence, leaves it 50 m beyond (rule C-37). */
export function isInside(before: boolean, metres: number, fenceM: number): boolean {
  return metres <= (before ? fenceM + leaveMarginM : fenceM)
}

/** True for a position that may be wrong by more than it takes to tell inside from outside. */
export function isVague(accuracyM: number, fenceM: number): boolean {
  return accuracyM > Math.max(vagueBeyondM, fenceM)
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** A corner in metres east and north of the position, which becomes the origin. */
function onPlane(origin: Position, corner: Position): Spot {
  // Over the date line the short way.
  const east = ((corner.longitude - origin.longitude + 540) % 360) - 180
  return {
    x: radians(east) * earthRadiusM * Math.cos(radians(origin.latitude)),
    y: radians(corner.latitude - origin.latitude) * earthRadiusM,
  }
}

/** Whether the origin lies within the corners: a ray to the east crosses their sides an odd number of times. */
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
