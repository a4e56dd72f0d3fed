import { Redis } from 'ioredis'
import { afterAll, expect, it } from 'vitest'
import { startBlackHole } from '../notices/testing/mail-server.ts'
import { createLimits } from './limits.ts'

const hole = await startBlackHole()
const redis = new Redis(`redis://127.0.0.1:${hole.port}`, {
  commandTimeout: 250,
  maxRetriesPerRequest: 0,
  enableReadyCheck: false,
})
redis.on('error', () => {})
afterAll(async () => {
  redis.disconnect()
  await hole.close()
})

it('a Redis that says nothing is waited for once; meanwhile this process counts [OPS-3]', async () => {
  const limits = createLimits(redis)
  const rate = { points: 30, seconds: 10 }
  expect(await limits.take('somebody', rate)).toBeNull()
  const began = performance.now()
  for (let call = 0; call < 29; call += 1) expect(await limits.take('somebody', rate)).toBeNull()
  expect(performance.now() - began).toBeLessThan(200)
  expect(await limits.take('somebody', rate)).toBeGreaterThan(0)
})

it('nobody waits for finding out whether Redis is back [OPS-3]', async () => {
  const limits = createLimits(redis, { askAgainMs: 0 })
  const rate = { points: 30, seconds: 10 }
  expect(await limits.take('somebody else', rate)).toBeNull()
  const began = performance.now()
  for (let call = 0; call < 29; call += 1) expect(await limits.take('somebody else', rate)).toBeNull()
  expect(performance.now() - began).toBeLessThan(200)
})
