/** The moment that is shown, ms, and how it moves: by hand, or by itself so many times as fast as it was. */
export const speeds = [1, 10, 60, 600] as const
export type Speed = (typeof speeds)[number]

export interface Player {
  at(): number
  playing(): boolean
  /** It has not been moved yet: it goes to where it began as soon as that can be shown. */
  waiting(): boolean
  /** Goes to a moment within the bounds. */
  go(at: number): void
  play(speed: Speed): void
  pause(): void
  /** More or less of the past can be shown. */
  bound(from: number, until: number): void
  subscribe(listener: () => void): () => void
}

interface Motor {
  /** Calls back again and again with the ms that passed since the time before, until it is stopped. */
  run(step: (passedMs: number) => void): () => void
}

/** With every picture, as films do. */
export const smooth: Motor = {
  run(step) {
    let frame = 0
    let before: number | undefined
    const next = (now: number) => {
      if (before !== undefined) step(now - before)
      before = now
      frame = requestAnimationFrame(next)
    }
    frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  },
}
/** A step a second, for people who want no movement. */
export const steps: Motor = {
  run(step) {
    const timer = setInterval(() => step(1_000), 1_000)
    return () => clearInterval(timer)
  },
}

export function createPlayer(start: number, motor: () => Motor): Player {
  const listeners = new Set<() => void>()
  let at = start
  let wanted: number | null = start
  let [low, high] = [start, start]
  let stop: (() => void) | null = null
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const put = (next: number) => {
    const kept = Math.min(Math.max(next, low), high)
    if (kept === at) return false
    at = kept
    return true
  }
  const pause = () => {
    if (stop === null) return
    stop()
    stop = null
    tell()
  }
  return {
    at: () => at,
    playing: () => stop !== null,
    waiting: () => wanted !== null,
    go(next) {
      wanted = null
      if (put(next)) tell()
    },
    play(speed) {
      stop?.()
      wanted = null
      if (at >= high) at = low
      stop = motor().run((passed) => {
        if (put(at + passed * speed)) tell()
        if (at >= high) pause()
      })
      tell()
    },
    pause,
    bound(from, until) {
      ;[low, high] = [from, until]
      if (put(wanted ?? at)) tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
