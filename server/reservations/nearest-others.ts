export interface Standing {
  readonly free: boolean
  readonly pathNumber: number
}

/**
 * By place, in the order of a site: the index of the free place that stands nearest to it, of its own path if there is one, of two equally near the one
 * before it; null where it is free itself, or none is. Looks at each place twice, however many there are.
 */
export function nearestOthers(places: readonly Standing[]): (number | null)[] {
  const forwards = places.map((place, index) => ({ place, index }))
  const before = lastFree(forwards)
  const after = lastFree([...forwards].reverse()).reverse()
  return places.map(({ free }, index) => {
    if (free) return null
    const [one, other] = [before[index], after[index]]
    const nearer = (a: number | null = null, b: number | null = null): number | null =>
      a === null || (b !== null && b - index < index - a) ? b : a
    return nearer(one?.ofPath, other?.ofPath) ?? nearer(one?.ofAny, other?.ofAny)
  })
}

/** For each place the last free one before it in this order, of its path and of any. */
function lastFree(places: readonly { place: Standing; index: number }[]) {
  const ofPath = new Map<number, number>()
  let ofAny: number | null = null
  return places.map(({ place: { free, pathNumber }, index }) => {
    const found = { ofPath: ofPath.get(pathNumber) ?? null, ofAny }
    if (free) {
      ofPath.set(pathNumber, index)
      ofAny = index
    }
    return found
  })
}
