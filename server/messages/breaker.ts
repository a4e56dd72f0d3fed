/** Pause between two attempts while sending fails, ms: doubles from the first value to the second. */
const pauseMs = 5_000
const longestMs = 60_000

interface Options {
  readonly onChange?: (away: boolean) => void
  readonly clock?: () => number
}

/** Circuit breaker. While it is open (the other side is unavailable), one attempt passes after each pause, which grows to a minute. `now` = a monotonic clock, ms. */
export function createBreaker({ onChange, clock = () => performance.now() }: Options = {}) {
  let pause = 0
  let until = 0
  const waitMs = (): number => (pause === 0 ? 0 : Math.max(0, until - clock()))
  return {
    /** True while the other side is considered unavailable. */
    get open(): boolean {
      return pause > 0
    },
    /** Milliseconds until the next attempt. */
    get waitMs(): number {
      return waitMs()
    },
    /** Whether to attempt now; the others wait for its outcome. */
    enter(): boolean {
      if (waitMs() > 0) return false
      until = clock() + pause
      return true
    },
    /** Reports the outcome of an attempt. */
    note(away: boolean): void {
      const before = pause > 0
      pause = away ? Math.min(longestMs, before ? pause * 2 : pauseMs) : 0
      until = clock() + pause
      if (before !== away) onChange?.(away)
    },
  }
}
