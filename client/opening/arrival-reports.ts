/** At most so often a position is told to the portal, ms, unless the fence was crossed. */
export const repeatMs = 10_000
/** Even when it was crossed not more often than this: a vague position jumps. */
export const minIntervalMs = 2_000

export interface Said {
  readonly at: number
  readonly inside: boolean
}

/** Is the position worth telling at `now` (ms): the last telling is ten seconds old, or the fence was crossed since. */
export function shouldReport(last: Said | null, inside: boolean, now: number): boolean {
  if (last === null) return true
  return now - last.at >= (last.inside === inside ? repeatMs : minIntervalMs)
}
