export interface Standing {
  readonly free: boolean
  readonly pathNumber: number
}

/**
 * Returns for each place that is not free the index of the nearest free one: on its own path if there is one; of two
 * equally near ones the earlier.
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

/** For each place the last free one before it in this order, on its path and on any. */
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
