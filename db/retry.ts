const lostCodes = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'])
/** Further errors of a socket in the file system: the server is gone, or accepts nobody. */
const unreachableCodes = new Set(['ENOENT', 'EAGAIN'])
const lostTexts = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Connection ended unexpectedly',
  'timeout expired',
]

/** Returns true if the connection was lost or refused: the statement may or may not have run. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'connect' && unreachableCodes.has(code)) return true
  return lostCodes.has(code) || code.startsWith('08') || lostTexts.some((text) => error.message.includes(text))
}

/** Returns true for deadlocks and serialization failures: certainly not done, worth another try. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code === '40P01' || code === '40001'
}

/**
 * Runs `work` again after a lost connection, a deadlock or a serialization failure: at most three more times, after
 * growing pauses with jitter (a restarting database is back within about a second). Only for reads and for writes that
 * are safe to repeat, such as commands that carry an id. Throws any other error, and the last one.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const lost = isLost(error)
      if (tries === 3 || !(lost || isConflict(error))) throw error
      const pause = (lost ? 150 : 20) * 2 ** tries
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }
}
