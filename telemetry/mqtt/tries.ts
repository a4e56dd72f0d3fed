import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Wrong tokens cost a query each: who tries on and on from one address is turned away without one. */
export interface Tries {
  /** May this address try this gateway's token now? */
  may(address: string, hardwareId: string): Promise<boolean>
  wrong(address: string, hardwareId: string): Promise<void>
}

/** Ten wrong tokens a minute for one gateway from one address, and three hundred from an address: many gateways share one. */
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
