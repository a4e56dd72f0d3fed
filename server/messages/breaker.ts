/** Milliseconds between two tries while nothing leaves: doubled from the first to the last. */
const pauseMs = 5_000
const longestMs = 60_000

interface Options {
  readonly onChange?: (away: boolean) => void
  readonly clock?: () => number
}

/** Circuit breaker. While it is open (the other side is away), one try passes after each pause, which grows to a minute. `now` = a monotonic clock, ms. */
export function createBreaker({ onChange, clock = () => performance.now() }: Options = {}) {
  let pause = 0
  let until = 0
  const waitMs = (): number => (pause === 0 ? 0 : Math.max(0, until - clock()))
  return {
    /** True = the other side is taken to be away. */
    get open(): boolean {
      return pause > 0
    },
    /** Milliseconds until the next try. */
    get waitMs(): number {
      return waitMs()
    },
    /** Whether to try now; the others wait for what comes of it. */
    enter(): boolean {
      if (waitMs() > 0) return false
      until = clock() + pause
      return true
    },
    /** What came of a try. */
    note(away: boolean): void {
      const before = pause > 0
      pause = away ? Math.min(longestMs, before ? pause * 2 : pauseMs) : 0
      until = clock() + pause
      if (before !== away) onChange?.(away)
    },
  }
}
