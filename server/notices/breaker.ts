/** Milliseconds between two tries while nothing leaves: doubled from the first to the last. */
const pauseMs = 5_000
const longestMs = 60_000

/**
 * Whether it is worth trying. While it is open (the other side is away), only one try is let through, after a pause that grows to a minute.
 * Pacing only, no outcome depends on it: by a clock that never jumps, given in milliseconds.
 */
export function createBreaker(clock: () => number = () => performance.now()) {
  let pause = 0
  let until = 0
  return {
    /** True = the other side is taken to be away. */
    get open(): boolean {
      return pause > 0
    },
    /** Milliseconds until the next try. */
    get waitMs(): number {
      return pause === 0 ? 0 : Math.max(0, until - clock())
    },
    closed(): void {
      pause = 0
    },
    away(): void {
      pause = Math.min(longestMs, pause === 0 ? pauseMs : pause * 2)
      until = clock() + pause
    },
  }
}
