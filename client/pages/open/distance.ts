const earthM = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

interface Spot {
  readonly latitude: number
  readonly longitude: number
}

/** Metres between two spots on the ground, as the crow flies. */
export function distanceM(a: Spot, b: Spot): number {
  const north = radians(b.latitude - a.latitude)
  const east = radians(b.longitude - a.longitude)
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** At most so often a position is told to the portal, ms, unless the fence was crossed. */
export const tellEveryMs = 10_000
/** Even when it was crossed not more often than this: a vague position jumps. */
export const tellAtLeastMs = 2_000

export interface Said {
  readonly at: number
  readonly inside: boolean
}

/** Is this position worth telling: the last telling is ten seconds old, or the fence was crossed since (CTRL-1). */
export function worthTelling(last: Said | null, inside: boolean, now: number): boolean {
  if (last === null) return true
  return now - last.at >= (last.inside === inside ? tellEveryMs : tellAtLeastMs)
}
