import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Limits wrong tokens, which cost a query each. */
export interface Tries {
  /** Whether this address may try a token of this gateway now. */
  may(address: string, hardwareId: string): Promise<boolean>
  wrong(address: string, hardwareId: string): Promise<void>
}

/** Allows ten wrong tokens a minute for one gateway from one address, and three hundred from an address, which many gateways may share. */
export function createTries(): Tries {
  const one = new RateLimiterMemory({ points: 10, duration: 60, keyPrefix: 'gateway' })
  const all = new RateLimiterMemory({ points: 300, duration: 60, keyPrefix: 'address' })
  const key = (address: string, hardwareId: string): string => `${address} ${hardwareId.slice(0, 255)}`
  return {
    async may(address, hardwareId) {
      const [own, whole] = await Promise.all([one.get(key(address, hardwareId)), all.get(address)])
      return (own?.consumedPoints ?? 0) < 10 && (whole?.consumedPoints ?? 0) < 300
    },
    async wrong(address, hardwareId) {
      await Promise.allSettled([one.consume(key(address, hardwareId)), all.consume(address)])
    },
  }
}
