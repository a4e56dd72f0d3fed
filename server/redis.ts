import { setTimeout as pass } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

export interface SharedRedis {
  /** For limits: answers or fails at once. */
  readonly quick: Redis
  /** For Socket.IO: joins the servers of several processes. */
  readonly adapter: ReturnType<typeof createAdapter>
  stop(): Promise<void>
}

/** Whoever publishes does not wait for it: what cannot be sent is dropped, and never ends the process. */
class Publisher extends Redis {
  override publish(...args: Parameters<Redis['publish']>): ReturnType<Redis['publish']> {
    return super.publish(...args).catch(() => 0) as ReturnType<Redis['publish']>
  }
  override duplicate(): Redis {
    return Reflect.construct(Reader, [this.options]) as Reader
  }
}

/** Makes the copies of the publisher that the adapter reads by. It waits for nothing that they say, and reads on at once when reading failed. */
class Reader extends Redis {
  override subscribe(...args: unknown[]): ReturnType<Redis['subscribe']> {
    const done = Reflect.apply(super.subscribe, this, args) as ReturnType<Redis['subscribe']>
    return done.catch(() => null) as ReturnType<Redis['subscribe']>
  }
  override xread(...args: unknown[]): ReturnType<Redis['xread']> {
    const read = Reflect.apply(super.xread, this, args) as ReturnType<Redis['xread']>
    return read.catch(async (error: unknown) => {
      await pass(1_000, undefined, { ref: false })
      throw error
    })
  }
}

/** What processes share beside the database. While Redis is away each process counts its own calls and learns of the others from the database, a little later. */
export function createRedis(url: string, log: Logger): SharedRedis {
  const common = {
    connectTimeout: 2_000,
    keepAlive: 5_000,
    retryStrategy: (tries: number) => Math.min(100 * 2 ** Math.min(tries, 5), 2_000),
  }
  const quick = new Redis(url, {
    ...common,
    connectionName: 'holdfast-limits',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
  })
  // Its readers wait for as long as it takes; they are copies of this client, made by the adapter.
  const publisher = new Publisher(url, { ...common, connectionName: 'holdfast-sockets', maxRetriesPerRequest: null })
  let away = false
  quick.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away')
    away = true
  })
  quick.on('ready', () => {
    if (away) log.info('Redis is back')
    away = false
  })
  publisher.on('error', () => {})
  return {
    quick,
    adapter: createAdapter(publisher, { streamName: 'holdfast', channelPrefix: 'holdfast' }),
    async stop() {
      quick.disconnect()
      publisher.disconnect()
    },
  }
}
