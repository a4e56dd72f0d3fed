/** What one look at a process told. */
export interface Signals {
  /** Median time of a statement of people's calls, ms; null = there was none. */
  readonly peopleMs: number | null
  /** How late the event loop was, ms (its 90th percentile). */
  readonly loopMs: number
  /** Somebody is there who would notice. */
  readonly here: boolean
  /** Another process said lately that its people wait. */
  readonly told: boolean
  /** Telemetry had something to do: only then can it be to blame. */
  readonly busy: boolean
}

/** How much of its full speed telemetry takes, and what is usual here. */
export interface Yielding {
  /** In [leastShare, 1]. */
  readonly share: number
  readonly usual: { readonly peopleMs: number; readonly loopMs: number }
}

export const leastShare = 0.1
export const atRest: Yielding = { share: 1, usual: { peopleMs: 3, loopMs: 5 } }

/** People do not notice less than this; with nobody there only checks of health and gateways themselves wait. */
const unnoticed = { peopleMs: 3, loopMs: 25, loopAloneMs: 150 }
const tolerated = 3
const longest = { peopleMs: 200, loopMs: 150 }
/** A share regained a second, while telemetry works and while it does not. */
const regained = { busy: 0.15, idle: 0.5 }
/** A look that is as long as this takes a whole step back; shorter ones do less. */
const stepMs = 250

/** How many times longer than bearable people wait; up to 1 is well. */
export function pain({ peopleMs, loopMs, here, told }: Signals, { usual }: Yielding): number {
  const people = here && peopleMs !== null ? peopleMs / Math.max(unnoticed.peopleMs, tolerated * usual.peopleMs) : 0
  const loop = loopMs / Math.max(here ? unnoticed.loopMs : unnoticed.loopAloneMs, tolerated * usual.loopMs)
  return Math.max(people, loop, told ? 1.5 : 0)
}

/**
 * The share for the time after a look of `ms`: less by a part when people wait, more by a little when they do not. What is usual falls with what is seen;
 * it rises only while telemetry does nothing, or the least already, and so is not to blame: a slow machine must not keep it down for ever.
 */
export function yieldNext(before: Yielding, signals: Signals, ms: number): Yielding {
  const hurts = pain(signals, before)
  const seconds = ms / 1_000
  const steps = Math.min(ms / stepMs, 4)
  const share =
    signals.busy && hurts > 1
      ? Math.max(leastShare, before.share * (hurts > 2 ? 0.5 : 0.8) ** steps)
      : Math.min(1, before.share + (signals.busy ? regained.busy : regained.idle) * seconds)
  /** What is seen while telemetry does nothing is usual; while it does the least possible, it becomes so slowly. */
  const follow = (usual: number, seen: number, most: number): number => {
    if (seen < usual) return usual + Math.min(1, seconds) * (seen - usual)
    if (signals.told || seen <= usual) return usual
    if (!signals.busy) return Math.min(most, usual + Math.min(1, 0.2 * seconds) * (seen - usual))
    return share <= leastShare ? Math.min(most, seen, usual * 1.15 ** seconds) : usual
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

/** Where a transaction takes long because the machine is slow, resting in proportion would add to it for nobody's good. */
const longestRestMs = 500

/** How writing goes at a share: transactions at once, messages in each, and the rest after one that took `tookMs`. */
export function paceOf(share: number, full: { writers: number; batchMessages: number }) {
  const slots = Math.max(1, Math.min(full.writers, Math.ceil(share * full.writers)))
  const duty = Math.min(1, (share * full.writers) / slots)
  return {
    slots,
    batchMessages: Math.max(Math.min(1_000, full.batchMessages), Math.floor(full.batchMessages * share)),
    restMs: (tookMs: number): number => (duty >= 1 ? 0 : Math.min(longestRestMs, tookMs * (1 / duty - 1))),
  }
}
