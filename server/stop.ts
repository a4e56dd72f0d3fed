import type { Logger } from 'pino'

export type Step = readonly [name: string, run: () => Promise<unknown>]

/** Stops one part after the other. A part that hangs is logged and left behind after `patienceMs`: what was acknowledged is in the database already. */
export async function stopInOrder(steps: readonly Step[], log: Logger, patienceMs = 2_000): Promise<void> {
  for (const [name, run] of steps) {
    const began = performance.now()
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), patienceMs)
    })
    try {
      const outcome = await Promise.race([run().then(() => 'stopped' as const), patience])
      const ms = Math.round(performance.now() - began)
      if (outcome === 'late') log.warn({ part: name, ms }, 'a part did not stop in time')
      else log.debug({ part: name, ms }, 'part stopped')
    } catch (error) {
      log.warn({ err: error, part: name }, 'a part did not stop cleanly')
    } finally {
      clearTimeout(timer)
    }
  }
}
