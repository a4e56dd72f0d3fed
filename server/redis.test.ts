import { createServer } from 'node:http'
import pino from 'pino'
import { Server } from 'socket.io'
import { expect, it, vi } from 'vitest'
import { createRedis } from './redis.ts'
import { freePort } from './testing/harness.ts'

const log = pino({ level: 'silent' })

it('a Redis that was never there keeps no process from ending in order: nothing is rejected that nobody waits for [OPS-3]', async () => {
  const rejected: unknown[] = []
  const note = (error: unknown) => void rejected.push(error)
  process.on('unhandledRejection', note)
  try {
    const redis = createRedis(`redis://127.0.0.1:${await freePort()}`, log)
    const io = new Server(createServer(), { adapter: redis.adapter })
    const gateways = io.of('/gateway')
    gateways.serverSideEmit('linked', 1, 1)
    await vi.waitFor(() => expect(redis.quick.status).toBe('reconnecting'))
    await io.close()
    await redis.stop()
    await expect(redis.quick.ping()).rejects.toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect(rejected).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
