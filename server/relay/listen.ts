import pg from 'pg'
import type { Logger } from 'pino'

export interface Listener {
  /** The connection that listens, while there is one; also holds the relay's leader lock. */
  readonly client: () => pg.Client | null
  stop(): Promise<void>
}

interface Options {
  url: string
  channels: readonly string[]
  log: Logger
  onNotify: (channel: string, payload: string) => void
  /** After each (re)connection: whatever was notified before may have been missed. */
  onConnect: (client: pg.Client) => void
}

/** LISTENs on one connection of its own and comes back by itself, with growing pauses up to 2 s. */
export function listen({ url, channels, log, onNotify, onConnect }: Options): Listener {
  let client: pg.Client | null = null
  let stopped = false
  let pause = 100
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'holdfast listen',
      connectionTimeoutMillis: 4_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    next.on('error', (error) => log.warn({ err: error }, 'listening connection lost'))
    next.on('end', () => {
      if (client === next) client = null
      again()
    })
    next.on('notification', (message) => onNotify(message.channel, message.payload ?? ''))
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (stopped) {
        await next.end()
        return
      }
      client = next
      pause = 100
      onConnect(next)
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to the database')
      await next.end().catch(() => {})
      again()
    }
  }
  const again = (): void => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      if (!client) void connect()
    }, pause)
    pause = Math.min(pause * 2, 2_000)
  }
  void connect()

  return {
    client: () => client,
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}
