/** What one body holds while it is read, waits and is written. */
export interface Hold {
  /** The body is read, and had so many bytes. */
  read(bytes: number): void
  /** It is answered; once only, further calls do nothing. */
  release(): void
}
export type Entry =
  | { readonly hold: Hold }
  /** `full`: too much waits altogether. `share`: this sender alone holds too much of it. */
  | { readonly refused: 'full' | 'share'; readonly retryAfterSeconds: number }

export interface Intake {
  /**
   * Asks for room for a body of about so many bytes, before it is read. Half of what is free is never given to one sender that holds something
   * already, so that a flood of one leaves room for the others. Whoever was refused finds half a window more when he comes again: those who were just
   * answered are there before him, and would keep him out.
   */
  enter(sender: string | number, bytes: number): Entry
  /** When somebody refused now should come again, s: when what waits is likely written, spread over as many seconds as many are refused. */
  retryAfterSeconds(): number
  /** Bytes taken and not answered, bytes that may be (half as much again for those who were refused), and bytes answered a second while much waited. */
  stats(): { readonly bytes: number; readonly window: number; readonly drain: number }
}

export interface IntakeLimits {
  /** Bytes in flight at least and at most, whatever is written a second. */
  readonly leastBytes: number
  readonly mostBytes: number
  /** What is taken should be written within this time, and half as much again for those who were refused. */
  readonly waitMs: number
  /** What is read for longer than this counts as slow: it still takes memory, but is no work that waits. */
  readonly slowMs: number
}
const mib = 1_048_576
const defaults: IntakeLimits = { leastBytes: mib / 4, mostBytes: 16 * mib, waitMs: 800, slowMs: 1_000 }
/** Bodies that are read slowly may hold so many times the largest window. */
const slowWindows = 4
/** Part of the window that is kept beyond it for those who were refused and have not been let in since. */
const reserve = 0.5
/** So many are remembered as refused; who was refused longest ago is forgotten. */
const mostRefused = 10_000
const periodMs = 100
const longestWaitS = 30

interface Held {
  bytes: number
  readonly since: number
  state: 'reading' | 'slow' | 'waiting'
}

/**
 * Counts the bytes of telemetry in flight, from before they are read until they are answered, and refuses what is more than about what is written in
 * `waitMs`: the window follows the rate at which bodies are answered. `now` in ms, `random` in [0, 1).
 */
export function createIntake(
  limits: Partial<IntakeLimits> = {},
  { now = () => performance.now(), random = Math.random }: { now?: () => number; random?: () => number } = {},
): Intake {
  const { leastBytes, mostBytes, waitMs, slowMs } = { ...defaults, ...limits }
  const bySender = new Map<string | number, number>()
  const reading = new Set<Held>()
  const refused = new Set<string | number>()
  let bytes = 0
  let slowBytes = 0
  /** What is not known yet is hoped for: the first second tells. */
  let drain = mostBytes / 2 / (waitMs / 1_000)
  let refusedShare = 0
  let period = { began: now(), bytes: 0, full: false }
  let idleSince: number | null = period.began

  const window = (): number => Math.min(mostBytes, Math.max(leastBytes, (drain * waitMs) / 1_000))
  const remember = (sender: string | number): void => {
    refused.delete(sender)
    refused.add(sender)
    const [longest] = refused
    if (refused.size > mostRefused && longest !== undefined) refused.delete(longest)
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
  /** Time in which nothing is there to be done counts for no period: it tells nothing of how fast that could be. */
  const clock = (): number => {
    const at = now()
    if (idleSince !== null) period.began += at - idleSince
    idleSince = bytes === 0 ? at : null
    return at
  }
  /** Only what is answered while there is enough to do tells how fast that can be. */
  const measure = (answered: number, at: number): void => {
    period.bytes += answered
    const ms = at - period.began
    if (ms < periodMs) return
    if (period.full) drain += (1 - Math.exp(-ms / 1_500)) * ((period.bytes * 1_000) / ms - drain)
    period = { began: at, bytes: 0, full: bytes >= window() / 4 }
  }
  const retryAfterSeconds = (): number =>
    Math.max(1, Math.min(longestWaitS, Math.ceil(bytes / Math.max(1, drain) + random() * (1 + 6 * refusedShare))))

  return {
    enter(sender, expected) {
      const at = clock()
      setAside(at)
      const own = bySender.get(sender) ?? 0
      const open = window() * (refused.has(sender) ? 1 + reserve : 1)
      // A large body may exceed what is free as long as half of it is: else it would never find room among small ones.
      const full =
        (expected > open - bytes && bytes > 0 && bytes >= open / 2) ||
        bytes + slowBytes + expected > slowWindows * mostBytes
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
