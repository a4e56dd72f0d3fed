import pg from 'pg'
import type { Logger } from 'pino'

export interface Slots {
  /** Releases all slots, each after `lose` has ended. */
  stop(): Promise<void>
}
interface Options {
  readonly url: string
  readonly log: Logger
  /** Slots are numbered from 0. */
  readonly total: number
  readonly take: (slot: number) => void
  /** Resolves when the slot is no longer used. */
  readonly lose: (slot: number) => Promise<void>
  readonly everyMs?: number
}

const lockClass = 727_005
const answerMs = 4_000
/** Age of a heartbeat after which a process is not counted; the others take its share. */
const silentSeconds = 12
const liveProcesses = `SELECT count(*)::integer AS live FROM processes
  WHERE 'ingest' = ANY (roles) AND heartbeat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})`

/**
 * Shares numbered slots among the processes with role ingest by advisory locks: each slot has one holder at most, and one as long as any
 * process lives. Processes release what exceeds their share, so that a new one gets its own.
 */
export function holdSlots({ url, log, total, take, lose, everyMs = 1_000 }: Options): Slots {
  const held = new Set<number>()
  let client: pg.Client | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'holdfast mqtt',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    next.on('error', (error) => log.warn({ err: error }, 'connection that holds MQTT sessions lost'))
    await next.connect()
    await next.query('SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3')
    return next
  }
  const give = async (slot: number): Promise<void> => {
    held.delete(slot)
    await lose(slot)
  }
  const round = async (): Promise<void> => {
    client ??= await connect()
    const { rows } = await client.query<{ live: number }>(liveProcesses)
    const share = Math.ceil(total / Math.max(1, rows[0]?.live ?? 1))
    for (const slot of [...held].slice(share)) {
      await give(slot)
      await client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, slot])
    }
    for (let slot = 0; slot < total && held.size < share; slot += 1) {
      if (held.has(slot)) continue
      const lock = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [lockClass, slot])
      if (!lock.rows[0]?.got) continue
      held.add(slot)
      take(slot)
    }
  }
  const loop = async (): Promise<void> => {
    try {
      await round()
    } catch (error) {
      log.warn({ err: error }, 'cannot share MQTT sessions')
      const broken = client
      client = null
      // The locks may belong to another process by now.
      await Promise.all([...held].map(give))
      await broken?.end().catch(() => {})
    }
    if (!stopped)
      timer = setTimeout(() => {
        running = loop()
      }, everyMs)
  }
  let running = loop()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await Promise.all([...held].map(give))
      await client?.end().catch(() => {})
    },
  }
}
