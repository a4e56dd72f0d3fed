const lostCodes = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'])
/** What connecting to a socket in the file system says besides: the server has gone, or does not take anybody in. */
const unreachableCodes = new Set(['ENOENT', 'EAGAIN'])
const lostTexts = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Connection ended unexpectedly',
  'timeout expired',
]

/** True when the connection was lost or refused: what was asked may or may not have happened. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'connect' && unreachableCodes.has(code)) return true
  return lostCodes.has(code) || code.startsWith('08') || lostTexts.some((text) => error.message.includes(text))
}

/** True for deadlocks and serialization failures: surely not done, worth another try. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code === '40P01' || code === '40001'
}

/**
 * Runs `work` again after a lost connection, a deadlock or a serialization failure: at most three times more, each after a longer pause
 * with jitter (a database that restarts is back within about a second). Only for reads and for writes that are safe to repeat, such as
 * commands that carry an id. Any other error, and the last one, is thrown.
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
