interface Options<K> {
  readonly everyMs: number
  readonly work: (keys: K[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Runs work for keys at most once per interval, for all keys that were added meanwhile. Failed keys are retried with
 * the next run.
 */
export function createThrottle<K>({ everyMs, work, onError }: Options<K>) {
  const waiting = new Set<K>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const flush = async (): Promise<void> => {
    timer = undefined
    const keys = [...waiting]
    waiting.clear()
    try {
      await work(keys)
    } catch (error) {
      onError(error)
      add(keys)
    }
  }
  const add = (keys: readonly K[]): void => {
    for (const key of keys) waiting.add(key)
    if (waiting.size === 0 || timer) return
    timer = setTimeout(() => {
      working = working.then(flush)
    }, everyMs)
  }
  return {
    add,
    /** Runs the waiting work once. */
    async stop(): Promise<void> {
      if (timer) {
        clearTimeout(timer)
        working = working.then(flush)
      }
      await working
      clearTimeout(timer)
    },
  }
}
