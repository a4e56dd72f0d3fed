/** Minimum interval between reports of the position, ms, unless the fence was crossed. */
export const repeatMs = 10_000
/** Minimum interval even after a crossing: an inaccurate position jumps. */
export const minIntervalMs = 2_000

export interface Said {
  readonly at: number
  readonly inside: boolean
}

/** Whether to report the position at `now` (ms): the last report is ten seconds old, or the fence was crossed since. */
export function shouldReport(last: Said | null, inside: boolean, now: number): boolean {
  if (last === null) return true
  return now - last.at >= (last.inside === inside ? repeatMs : minIntervalMs)
}
