import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import pino from 'pino'
import { Server } from 'socket.io'
import { expect, it, vi } from 'vitest'
import { createLimits } from '../kernel/limits.ts'
import { createRedis } from '../redis.ts'
import { startProxy } from '../testing/proxy.ts'
import { startRedis } from '../testing/redis.ts'

const log = pino({ level: 'silent' })

it('a Redis that refuses to be read is asked once a second, not as fast as it answers [OPS-3]', async () => {
  const server = await startRedis()
  const other = new Redis(server.url)
  await other.set('holdfast', 'of another kind')
  const redis = createRedis(server.url, log)
  const io = new Server(createServer(), { adapter: redis.adapter })
  try {
    const calls = async () => Number(/cmdstat_xread:calls=(\d+)/.exec(await other.info('commandstats'))?.[1] ?? 0)
    await vi.waitFor(async () => expect(await calls()).toBeGreaterThanOrEqual(1))
    const [before, began] = [await calls(), performance.now()]
    await vi.waitFor(async () => expect(await calls()).toBeGreaterThanOrEqual(before + 1))
    expect(performance.now() - began).toBeGreaterThan(500)
  } finally {
    other.disconnect()
    await io.close()
    await redis.stop()
    await server.kill()
  }
})

it('limits are counted together again once Redis is back, and no call waits for that [OPS-3]', async () => {
  const server = await startRedis()
  const proxy = await startProxy(() => Number(new URL(server.url).port))
  const redis = createRedis(`redis://127.0.0.1:${proxy.port}`, log)
  const limits = createLimits(redis.quick, { askAgainMs: 20 })
  const rate = { points: 1_000_000, seconds: 600 }
  const seen = new Redis(server.url)
  const other = createLimits(seen)
  const counted = async () => Number(await seen.get('holdfast:1000000/600:somebody'))
  try {
    await vi.waitFor(() => expect(redis.quick.status).toBe('ready'))
    await limits.take('somebody', rate)
    await other.take('somebody', rate)
    expect(await counted()).toBe(2)
    proxy.blackHole()
    await limits.take('somebody', rate)
    let waited = 0
    const take = async () => {
      const from = performance.now()
      await limits.take('somebody', rate)
      if (performance.now() - from > 200) waited += 1
    }
    for (const from = performance.now(); performance.now() - from < 1_000; await new Promise(setImmediate)) await take()
    expect(await counted()).toBe(2)
    proxy.heal()
    await vi.waitFor(async () => {
      await take()
      expect(await counted()).toBeGreaterThan(2)
    })
    // Asking takes 250 ms each time: there were dozens.
    expect(waited).toBeLessThan(3)
  } finally {
    seen.disconnect()
    await redis.stop()
    await proxy.close()
    await server.kill()
  }
})
