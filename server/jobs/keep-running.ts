import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'

/** Pause before a runner that ended is restarted. */
const pauseMs = 2_000

/**
 * Keeps a job runner running: it ends if the database is unavailable while it writes that a job is done. `begun`
 * resolves after the first try.
 */
export function keepRunning(
  start: () => Promise<Runner>,
  log: Logger,
): { begun: Promise<void>; stop(): Promise<void> } {
  let stopped = false
  let runner: Runner | null = null
  let timer: NodeJS.Timeout | undefined

  const again = (error?: unknown): void => {
    runner = null
    if (stopped) return
    log.warn({ err: error }, 'job runner ended, and is begun anew')
    timer = setTimeout(() => void begin(), pauseMs)
  }
  const begin = async (): Promise<void> => {
    try {
      const next = await start()
      next.promise.then(() => again(), again)
      runner = next
      if (stopped) await next.stop()
    } catch (error) {
      again(error)
    }
  }
  return {
    begun: begin(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await runner?.stop().catch(() => {})
    },
  }
}
