/** The change of a figure against the compared span. */
export interface Change {
  readonly way: 'more' | 'less' | 'same'
  /** By how much: a share of the former value, or (of shares) the difference; null = there was nothing before, so no share can be told. */
  readonly by: number | null
  /** Said only where it is clear which way is good. */
  readonly verdict: 'better' | 'worse' | null
}

export type Good = 'more' | 'less' | null

/** The change from `before` to `now`. `points` = both are shares, told as difference; `good` = which way is good. */
export function changeOf(now: number, before: number, good: Good, points = false): Change {
  const difference = now - before
  const small = points ? 0.00005 : Math.abs(before) * 0.0005
  if (Math.abs(difference) <= small) return { way: 'same', by: 0, verdict: null }
  const way = difference > 0 ? 'more' : 'less'
  return {
    way,
    by: points ? Math.abs(difference) : before === 0 ? null : Math.abs(difference) / Math.abs(before),
    verdict: good === null ? null : good === way ? 'better' : 'worse',
  }
}
