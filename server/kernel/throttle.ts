interface Options<K> {
  readonly everyMs: number
  readonly work: (keys: K[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Does work for keys at most once in so many milliseconds, for all that were added in between. What failed is done again with the next. */
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
    /** Does what waits, once. */
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
