/** Lets so much work begin at once. */
export interface Door {
  /** Does the work when it is its turn. Nobody waits behind all that one key wants; what goes on comes before what begins, but not always. */
  pass<T>(key: string, stage: 'begins' | 'goes on', work: () => Promise<T>): Promise<T>
}

/** So many turns of what goes on before one of what begins. */
const before = 3

/**
 * The work of screens that come, all of them after a restart: a few at once keep the database busy, and what else is asked meanwhile waits for a few and not for thousands. `places` = how many
 * may be at work now, at least 1.
 * A place is kept while the server works, never while it waits for a client.
 */
export function createDoor(places: () => number): Door {
  const waiting = { begins: createTurns(), 'goes on': createTurns() }
  let running = 0
  let turns = 0
  const next = (): void => {
    while (running < places() && begin()) running += 1
  }
  const begin = (): boolean => {
    const order = turns % (before + 1) === before ? (['begins', 'goes on'] as const) : (['goes on', 'begins'] as const)
    const run = waiting[order[0]].take() ?? waiting[order[1]].take()
    if (!run) return false
    turns += 1
    run()
    return true
  }
  return {
    pass: (key, stage, work) =>
      new Promise((resolve, reject) => {
        waiting[stage].put(key, () => {
          work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1
              next()
            })
        })
        next()
      }),
  }
}

/** What waits, one of each key in turn. */
function createTurns() {
  const byKey = new Map<string, (() => void)[]>()
  return {
    put(key: string, run: () => void): void {
      const own = byKey.get(key)
      if (own) own.push(run)
      else byKey.set(key, [run])
    },
    take(): (() => void) | undefined {
      const [first] = byKey
      if (!first) return undefined
      const [key, own] = first
      const run = own.shift()
      byKey.delete(key)
      if (own.length > 0) byKey.set(key, own)
      return run
    },
  }
}
