import { isIP, isIPv6 } from 'node:net'
import type { Knex } from 'knex'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export const accountAttempts = 5
export const addressAttempts = 50
export const blockSeconds = 60
/** Time after which attempts are forgotten. */
const windowSeconds = 15 * 60

export type Taken = { ok: true } | { ok: false; seconds: number; first: boolean }

/** Counts login attempts in the database for all processes; while it is unavailable, in this process. */
export interface LoginLimits {
  /** Counts an attempt from an address on an account before it is made. `first` = this attempt started the block. */
  take(account: string, address: string): Promise<Taken>
  /** The password was right: the account's count is reset, and the address gets its attempt back. */
  succeeded(account: string, address: string): Promise<void>
}

export function createLoginLimits(knex: Knex): LoginLimits {
  const limiter = (keyPrefix: string, points: number) => {
    const settings = { keyPrefix, points, duration: windowSeconds, blockDuration: blockSeconds }
    const memory = new RateLimiterMemory(settings)
    const kept = new RateLimiterPostgres({
      ...settings,
      storeClient: knex,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      insuranceLimiter: memory,
    })
    return { kept, memory }
  }
  const accounts = limiter('login-account', accountAttempts)
  const addresses = limiter('login-address', addressAttempts)
  return {
    async take(account, address) {
      const byAddress = await consume(addresses.kept, addressKey(address))
      return byAddress.ok ? consume(accounts.kept, account) : byAddress
    },
    async succeeded(account, address) {
      await accounts.kept.delete(account)
      await addresses.kept.reward(addressKey(address))
      // A full disk refuses inserts, so this process counts, but it still allows deletes.
      await accounts.memory.delete(account)
      const counted = await addresses.memory.get(addressKey(address))
      if (counted && counted.consumedPoints > 0) await addresses.memory.reward(addressKey(address))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<Taken> {
  try {
    await limiter.consume(key)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return {
      ok: false,
      seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)),
      first: error.consumedPoints === limiter.points + 1,
    }
  }
}

/**
 * Returns an address in the form that the database stores: IPv4 instead of mapped IPv6, no scope; 0.0.0.0 if it is
 * invalid.
 */
export function plainAddress(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) ? plain : '0.0.0.0'
}

/** Returns the key to count: an IPv4 address, or the /64 of an IPv6 customer. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
