import { isIP, isIPv6 } from 'node:net'
import type { Knex } from 'knex'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { countGuess, type Guess, knownSource, maxGuesses, takeBackGuess } from './login-guesses.ts'

/** Attempts on one account from one address or known browser. */
export const accountAttempts = 5
/** Attempts from one address on any accounts. */
export const addressAttempts = 50
export const blockSeconds = 60
/** Time after which attempts are forgotten. */
const windowSeconds = 15 * 60

/** `first` = this attempt started the block; `stranger` = it came from no browser and no address that the account knows. */
export type Taken = { ok: true } | { ok: false; seconds: number; first: boolean; stranger: boolean }

/**
 * Counts login attempts in the database for all processes; while it is unavailable, in this process. An account is
 * blocked only for the source of the guesses: by address, by known browser, and by the total of all strangers (rule SE-7).
 */
export interface LoginLimits {
  /**
   * Counts an attempt on an account ('user:<id>', 'code:<id>' or any text) from an address before it is made. `browser` =
   * the hash of the browser's cookie.
   */
  take(account: string, address: string, browser?: Buffer | null): Promise<Taken>
  /** The password was right: resets the count of this address or browser, and takes the attempt off the totals. */
  succeeded(account: string, address: string, browser?: Buffer | null): Promise<void>
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
  const totals = new RateLimiterMemory({ keyPrefix: 'login-total', points: maxGuesses, duration: windowSeconds })
  return {
    async take(account, address, browser = null) {
      const keys = await keysOf(knex, account, address, browser)
      const { stranger } = keys
      const steps = [
        () => consume(addresses.kept, addressKey(address)),
        () => consume(accounts.kept, keys.own),
        () => consumeTotal(knex, totals, keys.total),
      ]
      for (const step of steps) {
        const taken = await step()
        if (!taken.ok) return { ...taken, stranger }
      }
      return { ok: true }
    },
    async succeeded(account, address, browser = null) {
      const keys = await keysOf(knex, account, address, browser)
      await accounts.kept.delete(keys.own)
      await addresses.kept.reward(addressKey(address))
      await takeBackGuess(knex, keys.total)
      // A full disk refuses inserts, so this process counts, but it still allows deletes.
      await accounts.memory.delete(keys.own)
      await reward(addresses.memory, addressKey(address))
      await reward(totals, keys.total)
    },
  }
}

/** Returns the keys to count an attempt by: that of this address or browser, and the total that it adds to. */
async function keysOf(knex: Knex, account: string, address: string, browser: Buffer | null) {
  const userId = /^(?:user|code):(\d+)$/.exec(account)?.[1]
  const known =
    userId === undefined
      ? 'stranger'
      : await knownSource(knex, Number(userId), { address, browser }).catch(() => 'stranger' as const)
  const from = addressKey(address)
  const own = known === 'browser' ? `browser:${browser?.toString('hex').slice(0, 32)}` : from
  return {
    own: `${account}/${own}`,
    total: `${account}/${known === 'stranger' ? 'strangers' : own}`,
    stranger: known === 'stranger',
  }
}

async function reward(memory: RateLimiterMemory, key: string): Promise<void> {
  const counted = await memory.get(key)
  if (counted && counted.consumedPoints > 0) await memory.reward(key)
}

type Step = { ok: true } | { ok: false; seconds: number; first: boolean }

/** The growing delay is not shown: the refusal always names the same number of seconds. */
async function consumeTotal(knex: Knex, memory: RateLimiterMemory, key: string): Promise<Step> {
  let guess: Guess
  try {
    guess = await countGuess(knex, key, blockSeconds)
  } catch {
    return consume(memory, key)
  }
  return guess.refused === 0 ? { ok: true } : { ok: false, seconds: blockSeconds, first: guess.refused === 1 }
}

async function consume(limiter: RateLimiterPostgres | RateLimiterMemory, key: string): Promise<Step> {
  try {
    await limiter.consume(key)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return {
      ok: false,
      seconds: Math.min(blockSeconds, Math.max(1, Math.ceil(error.msBeforeNext / 1_000))),
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
