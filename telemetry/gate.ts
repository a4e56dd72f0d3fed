/** Lets work in, or makes it wait for its turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `most` pieces of work be done at once; the others wait, in their order. With `refuse` nobody waits for longer than `patienceMs`: then it is not begun, and
 * fails with that error.
 */
export function createGate(most: number, limit?: { patienceMs: number; refuse: () => Error }): Gate {
  let running = 0
  const queue = new Set<() => void>()
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer =
        limit &&
        setTimeout(() => {
          queue.delete(go)
          reject(limit.refuse())
        }, limit.patienceMs)
      const go = (): void => {
        clearTimeout(timer)
        queue.delete(go)
        resolve()
      }
      queue.add(go)
    })
  return async (work) => {
    if (running >= most) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next) next()
      else running -= 1
    }
  }
}
