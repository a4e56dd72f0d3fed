import { describe, expect, it } from 'vitest'
import { createIntake } from './ingest-admission.ts'

interface Flood {
  readonly seconds: number
  readonly bytesASecond: number
  readonly seed: number
  /** Time for a body to arrive, and of a transaction whatever its size; ms. */
  readonly readMs?: number
  readonly commitMs?: number
  /** Concurrent bodies of a gateway, and their size. */
  readonly gateways: readonly { readonly lanes: number; readonly bytes: number }[]
}

const writers = 2
/** Bodies written and acknowledged in one transaction. */
const together = 20

/** In virtual time: gateways that send again as soon as they have a reply, or when told to retry; transactions of many bodies write the queue. */
function flood({ seconds, bytesASecond, seed, gateways, readMs = 0, commitMs = 0 }: Flood) {
  let now = 0
  let state = seed
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const intake = createIntake({}, { now: () => now, random })
  const events: { at: number; act: () => void }[] = []
  const later = (ms: number, act: () => void): void => {
    const event = { at: now + ms, act }
    let [low, high] = [0, events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((events[middle]?.at ?? 0) > event.at) low = middle + 1
      else high = middle
    }
    events.splice(low, 0, event)
  }
  const stored = gateways.map(() => 0)
  const refused = gateways.map(() => 0)
  const waiting: { bytes: number; done: () => void }[] = []
  let idle = writers
  const store = (): void => {
    while (idle > 0 && waiting.length > 0) {
      const batch = waiting.splice(0, together)
      const bytes = batch.reduce((sum, each) => sum + each.bytes, 0)
      idle -= 1
      later(commitMs + ((writers * 1_000 * bytes) / bytesASecond) * (0.7 + 0.6 * random()), () => {
        idle += 1
        for (const { done } of batch) done()
        store()
      })
    }
  }
  const send = (gateway: number): void => {
    const { bytes } = gateways[gateway] ?? { bytes: 0 }
    const entry = intake.enter(gateway, bytes)
    if ('refused' in entry) {
      refused[gateway] = (refused[gateway] ?? 0) + 1
      later(1_000 * entry.retryAfterSeconds, () => send(gateway))
      return
    }
    const done = (): void => {
      entry.hold.release()
      stored[gateway] = (stored[gateway] ?? 0) + bytes
      later(1 + 4 * random(), () => send(gateway))
    }
    later(readMs, () => {
      entry.hold.read(bytes)
      waiting.push({ bytes, done })
      store()
    })
  }
  for (const [gateway, { lanes }] of gateways.entries())
    for (let lane = 0; lane < lanes; lane += 1) later(100 * random(), () => send(gateway))
  for (let event = events.pop(); event && event.at < 1_000 * seconds; event = events.pop()) {
    now = event.at
    event.act()
  }
  return { stored, refused, used: total(stored) / (bytesASecond * seconds) }
}

const many = (count: number, lanes: number, bytes: number) => Array.from({ length: count }, () => ({ lanes, bytes }))
const total = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)
/** The least and the most served gateway, as fractions of the median. */
function spread(values: readonly number[]) {
  const [least = 0, middle = 0, most = 0] = [0, 0.5, 1]
    .map((part) => Math.floor(part * (values.length - 1)))
    .map((place) => [...values].sort((a, b) => a - b)[place])
  return { least: least / middle, most: most / middle }
}

describe('while more arrives than can be stored', () => {
  const seeds = [1, 2, 3, 4, 5, 6]

  it.each(seeds)('does not always admit the same gateways, and excludes none (%i) [GW-1]', (seed) => {
    const short = flood({ seconds: 15, bytesASecond: 7_000_000, seed, gateways: many(100, 6, 40_000) })
    expect(total(short.refused)).toBeGreaterThan(100)
    expect(spread(short.stored).least).toBeGreaterThan(0.4)
    expect(spread(short.stored).most).toBeLessThan(2.5)
    expect(short.used).toBeGreaterThan(0.95)
    const long = flood({ seconds: 60, bytesASecond: 7_000_000, seed, gateways: many(300, 1, 40_000) })
    expect(spread(long.stored).least).toBeGreaterThan(0.4)
    expect(spread(long.stored).most).toBeLessThan(2)
    expect(long.used).toBeGreaterThan(0.95)
  })

  it.each(seeds)('serves large and small bodies, many connections and one (%i) [GW-1]', (seed) => {
    const kinds = [many(25, 12, 60_000), many(25, 1, 60_000), many(25, 12, 6_000), many(25, 1, 6_000)]
    const { stored, refused, used } = flood({ seconds: 30, bytesASecond: 4_000_000, seed, gateways: kinds.flat() })
    const of = (values: readonly number[], kind: number) => total(values.slice(25 * kind, 25 * kind + 25))
    expect(of(stored, 1)).toBeGreaterThan(0.3 * of(stored, 0)) // with a twelfth of the connections
    expect(of(stored, 2)).toBeGreaterThan(0.15 * of(stored, 0)) // with bodies of a tenth
    expect(of(refused, 3)).toBeLessThan((0.2 * of(stored, 3)) / 6_000)
    expect(used).toBeGreaterThan(0.95)
  })

  it.each([
    { readMs: 500, commitMs: 0, least: 0.9 },
    { readMs: 0, commitMs: 100, least: 0.6 },
    { readMs: 0, commitMs: 200, least: 0.45 },
  ])('what can be stored is used also where bodies come slowly or transactions take long: %o [GW-1]', (slow) => {
    const gateways = many(100, 6, 40_000)
    const { used } = flood({ seconds: 60, bytesASecond: 7_000_000, seed: 1, gateways, ...slow })
    expect(used).toBeGreaterThan(slow.least)
  })

  it('refuses nobody while less arrives than can be stored, however slowly it arrives [GW-1]', () => {
    const gateways = many(40, 1, 40_000)
    const { stored, refused } = flood({ seconds: 60, bytesASecond: 7_000_000, seed: 1, gateways, readMs: 500 })
    expect(total(refused)).toBe(0)
    expect(total(stored)).toBeGreaterThan(100_000_000)
  })
})
