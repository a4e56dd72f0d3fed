import pg from 'pg'
import type { Logger } from 'pino'
import { Connection } from '../../../db/connection.ts'

export interface Listener {
  /** The listening connection, while there is one; it also holds the relay's leader lock. */
  readonly client: () => pg.Client | null
  stop(): Promise<void>
}

interface Options {
  url: string
  channels: readonly string[]
  log: Logger
  onNotify: (channel: string, payload: string) => void
  /** Called after each (re)connection: earlier notifications may have been missed. */
  onConnect: (client: pg.Client) => void
  /** Interval of pings, and their timeout. A dead connection would stay silent for ever. */
  pingMs?: number
  answerMs?: number
  /** Idle time after which the server ends the session; more than several pings. */
  silentMs?: number
}

/**
 * The server must detect a dead process quickly too: until then it keeps the leader's lock. A suspended process still
 * answers TCP probes.
 */
const endOfSession = (silentMs: number) =>
  `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3; set idle_session_timeout = ${silentMs}`

/** LISTENs on a separate connection, and reconnects with growing delays of up to 2 s. */
export function listen(options: Options): Listener {
  const { url, channels, log, onNotify, onConnect, pingMs = 5_000, answerMs = 4_000, silentMs = 20_000 } = options
  let client: Connection | null = null
  let stopped = false
  let pause = 100
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new Connection({
      connectionString: url,
      application_name: 'holdfast listen',
      connectionTimeoutMillis: 4_000,
      limitMs: answerMs,
      keepAlive: true,
    })
    let ping: NodeJS.Timeout | undefined
    next.on('error', (error) => log.warn({ err: error }, 'listening connection lost'))
    next.on('end', () => {
      clearInterval(ping)
      if (client === next) client = null
      again()
    })
    next.on('notification', (message) => onNotify(message.channel, message.payload ?? ''))
    try {
      await next.connect()
      const ask: pg.Client = next
      await ask.query(endOfSession(silentMs))
      for (const channel of channels) await ask.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (stopped) {
        await next.end()
        return
      }
      ping = setInterval(() => {
        ask.query('select 1').catch((error: unknown) => {
          log.warn({ err: error }, 'listening connection does not answer')
          next.cut()
        })
      }, pingMs)
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
      const hung = setTimeout(() => last?.cut(), 1_000)
      await last?.end().catch(() => {})
      clearTimeout(hung)
    },
  }
}
