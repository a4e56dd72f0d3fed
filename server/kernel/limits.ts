import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '../../contract/kit.ts'

/** Limits of calls per actor. */
export interface Limits {
  /** Returns null if the call may pass, otherwise the seconds to wait. */
  take(key: string, rate: RateLimit): Promise<number | null>
}

interface Pair {
  readonly own: RateLimiterAbstract
  readonly shared: RateLimiterAbstract | null
}

/**
 * Creates limits in Redis, so that several processes count together, or in this process without Redis or while it is
 * unavailable. When it stops responding, one caller waits (and holds a database connection); then nobody does until a
 * probe, sent every `askAgainMs`, gets a reply.
 */
export function createLimits(redis: Redis | null = null, { askAgainMs = 5_000 } = {}): Limits {
  const limiters = new Map<string, Pair>()
  let away = false
  let askAgainAt = 0
  let asking = false
  /** Probes with the real script: a server may answer a PING and nothing else. */
  const ask = async (shared: RateLimiterAbstract): Promise<void> => {
    asking = true
    try {
      await shared.consume('is it back')
      away = false
    } catch (error) {
      if (error instanceof RateLimiterRes) away = false
      else askAgainAt = performance.now() + askAgainMs
    } finally {
      asking = false
    }
  }
  const make = (name: string, rate: RateLimit): Pair => {
    const options = { points: rate.points, duration: rate.seconds, keyPrefix: `holdfast:${name}` }
    const shared = redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : null
    return { own: new RateLimiterMemory(options), shared }
  }
  const consume = async ({ own, shared }: Pair, key: string): Promise<unknown> => {
    if (shared && away && !asking && performance.now() >= askAgainAt) void ask(shared)
    if (!shared || away) return own.consume(key)
    try {
      return await shared.consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      away = true
      askAgainAt = performance.now() + askAgainMs
      return own.consume(key)
    }
  }
  return {
    async take(key, rate) {
      const name = `${rate.points}/${rate.seconds}`
      let limiter = limiters.get(name)
      if (!limiter) limiters.set(name, (limiter = make(name, rate)))
      try {
        await consume(limiter, key)
        return null
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
        throw error
      }
    },
  }
}
