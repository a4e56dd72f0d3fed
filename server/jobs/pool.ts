import pg from 'pg'
import type { Logger } from 'pino'

type Connected = Parameters<pg.Pool['connect']>[0]

/**
 * The worker releases its listening client twice if the database goes away while it stops; the second time is ignored.
 */
class WorkerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect()
    super.connect((error, client, done) => {
      let given = false
      connected(error, client, (destroy) => {
        if (given) return
        given = true
        done(destroy)
      })
    })
  }
}

/** Connections of job runners; lost ones are logged. */
export function createPool({ url, max, log }: { url: string; max: number; log: Logger }): pg.Pool {
  const pool = new WorkerPool({
    connectionString: url,
    max,
    application_name: 'holdfast jobs',
    connectionTimeoutMillis: 4_000,
    query_timeout: 60_000,
    keepAlive: true,
  })
  const lost = (error: Error) => log.warn({ err: error }, 'connection of the job runner lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
