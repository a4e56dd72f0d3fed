/** A measurement of a process. */
export interface Signals {
  /** Median time of a statement of people's calls, ms; null = none. */
  readonly peopleMs: number | null
  /** Delay of the event loop, ms (90th percentile). */
  readonly loopMs: number
  /** People are connected. */
  readonly here: boolean
  /** Another process reported that its people wait. */
  readonly told: boolean
  /** Telemetry was busy. */
  readonly busy: boolean
}

/** Share of full speed of telemetry, and what is usual here. */
export interface Yielding {
  /** In [minShare, 1]. */
  readonly share: number
  readonly usual: { readonly peopleMs: number; readonly loopMs: number }
}

export const minShare = 0.1
export const atRest: Yielding = { share: 1, usual: { peopleMs: 3, loopMs: 5 } }

/** Delays that people do not notice; without people only health checks and gateways wait. */
const unnoticed = { peopleMs: 3, loopMs: 25, loopAloneMs: 150 }
const tolerated = 3
const longest = { peopleMs: 200, loopMs: 150 }
/** Share regained a second, while telemetry works and while it is idle. */
const regained = { busy: 0.15, idle: 0.5 }
/** Length of a measurement that reduces by a whole step; shorter ones reduce less. */
const stepMs = 250

/** Returns how much longer than tolerable people wait; up to 1 is fine. */
export function pain({ peopleMs, loopMs, here, told }: Signals, { usual }: Yielding): number {
  const people = here && peopleMs !== null ? peopleMs / Math.max(unnoticed.peopleMs, tolerated * usual.peopleMs) : 0
  const loop = loopMs / Math.max(here ? unnoticed.loopMs : unnoticed.loopAloneMs, tolerated * usual.loopMs)
  return Math.max(people, loop, told ? 1.5 : 0)
}

/**
 * Returns the share after a measurement of `ms`: reduced by a factor when people wait, else raised a little. The usual values follow lower
 * ones; they rise only while telemetry is idle or at its minimum, and so not to blame.
 */
export function yieldNext(before: Yielding, signals: Signals, ms: number): Yielding {
  const hurts = pain(signals, before)
  const seconds = ms / 1_000
  const steps = Math.min(ms / stepMs, 4)
  const share =
    signals.busy && hurts > 1
      ? Math.max(minShare, before.share * (hurts > 2 ? 0.5 : 0.8) ** steps)
      : Math.min(1, before.share + (signals.busy ? regained.busy : regained.idle) * seconds)
  /** Follows idle values, and those at the minimum slowly. */
  const follow = (usual: number, seen: number, most: number): number => {
    if (seen < usual) return usual + Math.min(1, seconds) * (seen - usual)
    if (signals.told || seen <= usual) return usual
    if (!signals.busy) return Math.min(most, usual + Math.min(1, 0.2 * seconds) * (seen - usual))
    return share <= minShare ? Math.min(most, seen, usual * 1.15 ** seconds) : usual
  }
  const { usual } = before
  return {
    share,
    usual: {
      peopleMs:
        signals.peopleMs === null
          ? usual.peopleMs
          : Math.max(0.2, follow(usual.peopleMs, signals.peopleMs, longest.peopleMs)),
      loopMs: Math.max(0.2, follow(usual.loopMs, signals.loopMs, longest.loopMs)),
    },
  }
}

/** Maximum pause: on a slow machine a proportional pause would help nobody. */
const maxRestMs = 500

/** Returns the pace at a share: concurrent transactions, messages of each, and the pause after one that took `tookMs`. */
export function paceOf(share: number, full: { writers: number; batchMessages: number }) {
  const slots = Math.max(1, Math.min(full.writers, Math.ceil(share * full.writers)))
  const duty = Math.min(1, (share * full.writers) / slots)
  return {
    slots,
    batchMessages: Math.max(Math.min(1_000, full.batchMessages), Math.floor(full.batchMessages * share)),
    restMs: (tookMs: number): number => (duty >= 1 ? 0 : Math.min(maxRestMs, tookMs * (1 / duty - 1))),
  }
}
