/** The permit of a body: its room until the reply. */
export interface Hold {
  /** Records that the body is read, with its real size. */
  read(bytes: number): void
  /** Releases the room; further calls do nothing. */
  release(): void
}
export type Entry =
  | { readonly hold: Hold }
  /** `full`: too much is queued. `share`: this sender alone has too much. */
  | { readonly refused: 'full' | 'share'; readonly retryAfterSeconds: number }

export interface Intake {
  /**
   * Asks for room for a body of about `bytes`, before it is read. Half of the free room never goes to one sender that has some
   * already, so that a flood leaves room for others. A refused sender finds half a window more next time, else those just served would
   * keep it out.
   */
  enter(sender: string | number, bytes: number): Entry
  /** Seconds after which a refused sender should return: when the queued bytes are likely written, spread by the number of refused senders. */
  retryAfterSeconds(): number
  /** Bytes in flight, the window (half as much again for refused senders), and bytes acknowledged a second under load. */
  stats(): { readonly bytes: number; readonly window: number; readonly drain: number }
}

export interface IntakeLimits {
  /** Limits of the window. */
  readonly minBytes: number
  readonly maxBytes: number
  /** Time within which accepted bytes should be written, half as much again for refused senders. */
  readonly waitMs: number
  /** Reading time after which a body counts as slow: it takes memory, but does not wait for work. */
  readonly slowMs: number
}
const mib = 1_048_576
const defaults: IntakeLimits = { minBytes: mib / 4, maxBytes: 16 * mib, waitMs: 800, slowMs: 1_000 }
/** Maximum of slow bodies, in largest windows. */
const slowWindows = 4
/** Part of the window reserved beyond it for refused senders. */
const reserve = 0.5
/** Maximum refused senders remembered; the oldest is forgotten. */
const maxRefused = 10_000
const periodMs = 100
const maxWaitS = 30

interface Held {
  bytes: number
  readonly since: number
  state: 'reading' | 'slow' | 'waiting'
}

/**
 * Counts bytes of telemetry in flight, from before they are read until the reply, and refuses what exceeds about what is written in
 * `waitMs`: the window follows the rate of replies. `now` in ms, `random` in [0, 1).
 */
export function createIntake(
  limits: Partial<IntakeLimits> = {},
  { now = () => performance.now(), random = Math.random }: { now?: () => number; random?: () => number } = {},
): Intake {
  const { minBytes, maxBytes, waitMs, slowMs } = { ...defaults, ...limits }
  const bySender = new Map<string | number, number>()
  const reading = new Set<Held>()
  const refused = new Set<string | number>()
  let bytes = 0
  let slowBytes = 0
  /** A guess until the first second is measured. */
  let drain = maxBytes / 2 / (waitMs / 1_000)
  let refusedShare = 0
  let period = { began: now(), bytes: 0, full: false }
  let idleSince: number | null = period.began

  const window = (): number => Math.min(maxBytes, Math.max(minBytes, (drain * waitMs) / 1_000))
  const remember = (sender: string | number): void => {
    refused.delete(sender)
    refused.add(sender)
    const [longest] = refused
    if (refused.size > maxRefused && longest !== undefined) refused.delete(longest)
  }
  const setAside = (at: number): void => {
    for (const held of reading) {
      if (at - held.since < slowMs) break
      reading.delete(held)
      held.state = 'slow'
      bytes -= held.bytes
      slowBytes += held.bytes
    }
  }
  /** Idle time counts for no period: it says nothing about the possible rate. */
  const clock = (): number => {
    const at = now()
    if (idleSince !== null) period.began += at - idleSince
    idleSince = bytes === 0 ? at : null
    return at
  }
  /** Measures the rate only while there is enough to do. */
  const measure = (answered: number, at: number): void => {
    period.bytes += answered
    const ms = at - period.began
    if (ms < periodMs) return
    if (period.full) drain += (1 - Math.exp(-ms / 1_500)) * ((period.bytes * 1_000) / ms - drain)
    period = { began: at, bytes: 0, full: bytes >= window() / 4 }
  }
  const retryAfterSeconds = (): number =>
    Math.max(1, Math.min(maxWaitS, Math.ceil(bytes / Math.max(1, drain) + random() * (1 + 6 * refusedShare))))

  return {
    enter(sender, expected) {
      const at = clock()
      setAside(at)
      const own = bySender.get(sender) ?? 0
      const open = window() * (refused.has(sender) ? 1 + reserve : 1)
      // A large body may exceed the free room as long as half of it is free: otherwise it would never fit among small ones.
      const full =
        (expected > open - bytes && bytes > 0 && bytes >= open / 2) ||
        bytes + slowBytes + expected > slowWindows * maxBytes
      const greedy = own > 0 && own + expected > window() - bytes
      refusedShare += 0.02 * ((full || greedy ? 1 : 0) - refusedShare)
      if (full || greedy) {
        remember(sender)
        return { refused: full ? 'full' : 'share', retryAfterSeconds: retryAfterSeconds() }
      }
      refused.delete(sender)
      const held: Held = { bytes: expected, since: at, state: 'reading' }
      const change = (by: number): void => {
        held.bytes += by
        if (held.state === 'slow') slowBytes += by
        else bytes += by
        const left = (bySender.get(sender) ?? 0) + by
        if (left > 0) bySender.set(sender, left)
        else bySender.delete(sender)
      }
      bytes += expected
      clock()
      bySender.set(sender, own + expected)
      reading.add(held)
      let released = false
      return {
        hold: {
          read(actual) {
            if (released || held.state === 'waiting') return
            clock()
            reading.delete(held)
            if (held.state === 'slow') {
              slowBytes -= held.bytes
              bytes += held.bytes
            }
            held.state = 'waiting'
            change(actual - held.bytes)
            clock()
          },
          release() {
            if (released) return
            released = true
            clock()
            reading.delete(held)
            const answered = held.state === 'waiting' ? held.bytes : 0
            change(-held.bytes)
            measure(answered, clock())
          },
        },
      }
    },
    retryAfterSeconds,
    stats: () => ({ bytes: bytes + slowBytes, window: window(), drain }),
  }
}
