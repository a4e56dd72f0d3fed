import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '../../contract/kit.ts'

/** Limits of calls per actor, kept in this process. */
export interface Limits {
  /** Null when the call may pass, else the seconds to wait. */
  take(key: string, rate: RateLimit): Promise<number | null>
}

export function createLimits(): Limits {
  const limiters = new Map<string, RateLimiterMemory>()
  return {
    async take(key, rate) {
      const name = `${rate.points}/${rate.seconds}`
      let limiter = limiters.get(name)
      if (!limiter) {
        limiter = new RateLimiterMemory({ points: rate.points, duration: rate.seconds, keyPrefix: name })
        limiters.set(name, limiter)
      }
      try {
        await limiter.consume(key)
        return null
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
        throw error
      }
    },
  }
}
