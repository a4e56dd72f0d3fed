import { Redis } from 'ioredis'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { startBlackHole } from '../messages/testing/mail-server.ts'
import { createLimits } from './limits.ts'

const hole = await startBlackHole()
const redis = new Redis(`redis://127.0.0.1:${hole.port}`, {
  commandTimeout: 250,
  maxRetriesPerRequest: 0,
  enableReadyCheck: false,
})
redis.on('error', () => {})
const rate = { points: 30, seconds: 3_600 }
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  redis.disconnect()
  await hole.close()
})

it('one call waits for a silent Redis; meanwhile this process counts by itself [OPS-3]', async () => {
  const limits = createLimits(redis, { askAgainMs: Number.POSITIVE_INFINITY })
  const asked = vi.spyOn(redis, 'sendCommand')
  expect(await limits.take('somebody', rate)).toBeNull()
  const before = asked.mock.calls.length
  expect(before).toBeGreaterThan(0)
  for (let call = 0; call < 29; call += 1) expect(await limits.take('somebody', rate)).toBeNull()
  expect(asked).toHaveBeenCalledTimes(before)
  expect(await limits.take('somebody', rate)).toBeGreaterThan(0)
})

it('no call waits to find out whether Redis is back [OPS-3]', async () => {
  const limits = createLimits(redis, { askAgainMs: 0 })
  expect(await limits.take('somebody else', rate)).toBeNull()
  // From now on its replies never arrive: a caller that waited would wait for ever.
  delete redis.options.commandTimeout
  const asked = vi.spyOn(redis, 'sendCommand')
  for (let call = 0; call < 29; call += 1) expect(await limits.take('somebody else', rate)).toBeNull()
  expect(asked).toHaveBeenCalledTimes(1)
})
