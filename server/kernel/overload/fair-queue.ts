/** A fair queue: limits how much work runs at once. */
export interface FairQueue {
  /**
   * Runs the work when its turn comes. Keys take turns, and three pieces of `sooner` work go before one of `later`.
   * Throws WaitedTooLong if the turn does not come in time.
   */
  pass<T>(key: unknown, stage: 'sooner' | 'later', work: () => Promise<T>): Promise<T>
  /** Returns how many are waiting for their turn. */
  waiting(): number
}

/** The turn did not come in time; nothing was started. */
export class WaitedTooLong extends Error {
  constructor() {
    super('its turn did not come in time')
    this.name = 'WaitedTooLong'
  }
}

/** Number of `sooner` turns before a `later` one. */
const before = 3

/** Creates a fair queue. `places` = how many may run now, at least 1; nobody waits longer than `longestWaitMs`. */
export function createFairQueue(places: () => number, { longestWaitMs }: { longestWaitMs?: number } = {}): FairQueue {
  const waiting = { sooner: createTurns(), later: createTurns() }
  let running = 0
  let turns = 0
  const next = (): void => {
    while (running < places() && begin()) running += 1
  }
  const begin = (): boolean => {
    const order = turns % (before + 1) === before ? (['later', 'sooner'] as const) : (['sooner', 'later'] as const)
    const run = waiting[order[0]].take() ?? waiting[order[1]].take()
    if (!run) return false
    turns += 1
    run()
    return true
  }
  return {
    pass: (key, stage, work) =>
      new Promise((resolve, reject) => {
        const tooLong = (): void => {
          waiting[stage].drop(key, run)
          reject(new WaitedTooLong())
        }
        const late = longestWaitMs === undefined ? undefined : setTimeout(tooLong, longestWaitMs)
        const run = (): void => {
          clearTimeout(late)
          begun(work)
            .then(resolve, reject)
            .finally(() => {
              running -= 1
              next()
            })
        }
        waiting[stage].put(key, run)
        next()
      }),
    waiting: () => waiting.sooner.count() + waiting.later.count(),
  }
}

/** A synchronous throw ends the work like any rejection. */
const begun = async <T>(work: () => Promise<T>): Promise<T> => work()

/** Waiting work, in turn by key. */
function createTurns() {
  const byKey = new Map<unknown, (() => void)[]>()
  let count = 0
  return {
    put(key: unknown, run: () => void): void {
      count += 1
      const own = byKey.get(key)
      if (own) own.push(run)
      else byKey.set(key, [run])
    },
    take(): (() => void) | undefined {
      const [first] = byKey
      if (!first) return undefined
      count -= 1
      const [key, own] = first
      const run = own.shift()
      byKey.delete(key)
      if (own.length > 0) byKey.set(key, own)
      return run
    },
    drop(key: unknown, run: () => void): void {
      const own = byKey.get(key)
      const at = own?.indexOf(run) ?? -1
      if (!own || at < 0) return
      count -= 1
      own.splice(at, 1)
      if (own.length === 0) byKey.delete(key)
    },
    count: () => count,
  }
}
