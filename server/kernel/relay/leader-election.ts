import type pg from 'pg'
import type { Logger } from 'pino'

export interface Election {
  /** Tries to lead on a connection for as long as it lasts. */
  follow(client: pg.Client): void
  leading(): boolean
  /** Releases the lead, so that another process need not wait for the end of the connection. */
  stop(): Promise<void>
}

/** Interval at which a process tries to lead. */
const againMs = 1_000

/**
 * Elects a leader among processes: the one whose connection holds an advisory lock. When the connection ends, another
 * process takes over. `begin` runs with the lock, when this process already counts as leader; if it fails, the lock is
 * released and tried again.
 */
export function createElection({
  lock,
  name,
  log,
  ready = () => true,
  begin,
}: {
  lock: number
  /** Name in the log. */
  name: string
  log: Logger
  ready?: () => boolean
  begin?: () => Promise<void>
}): Election {
  const ended = new WeakSet<pg.Client>()
  const timers = new Set<NodeJS.Timeout>()
  let client: pg.Client | null = null
  let stopped = false

  const again = (next: pg.Client): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void lead(next)
    }, againMs)
    timer.unref()
    timers.add(timer)
  }
  const giveBack = async (from: pg.Client | null): Promise<void> => {
    await from?.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
  }
  const lead = async (next: pg.Client): Promise<void> => {
    if (stopped || client === next || ended.has(next)) return
    if (!ready()) return again(next)
    try {
      const { rows } = await next.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock])
      if (!rows[0]?.got || ended.has(next)) return again(next)
      if (stopped) return await giveBack(next)
      client = next
      await begin?.()
      log.info(`${name} leads`)
    } catch (error) {
      log.warn({ err: error }, `${name} could not take the lead`)
      if (client === next) {
        client = null
        await giveBack(next)
      }
      again(next)
    }
  }
  return {
    follow(next) {
      next.once('end', () => {
        ended.add(next)
        if (client === next) client = null
      })
      void lead(next)
    },
    leading: () => client !== null,
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      const led = client
      client = null
      await giveBack(led)
    },
  }
}
