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
    const before = await calls()
    // Meanwhile it answers others hundreds of times.
    for (let asked = 0; asked < 300; asked += 1) await other.ping()
    expect((await calls()) - before).toBeLessThan(100)
    await vi.waitFor(async () => expect(await calls()).toBeGreaterThan(before))
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
    // From now on Redis is given as long as it likes: who waited for it would wait for ever.
    delete redis.quick.options.commandTimeout
    for (let call = 0; call < 300; call += 1) await limits.take('somebody', rate)
    expect(await counted()).toBe(2)
    proxy.heal()
    await vi.waitFor(async () => {
      await limits.take('somebody', rate)
      expect(await counted()).toBeGreaterThan(2)
    })
  } finally {
    seen.disconnect()
    await redis.stop()
    await proxy.close()
    await server.kill()
  }
})
