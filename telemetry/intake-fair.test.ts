import { describe, expect, it } from 'vitest'
import { createIntake } from './intake.ts'

interface Flood {
  readonly seconds: number
  readonly bytesASecond: number
  readonly seed: number
  /** Bodies that a gateway sends at once, and how large they are. */
  readonly gateways: readonly { readonly lanes: number; readonly bytes: number }[]
}

const writers = 2
/** Bodies that are written, and answered, in one transaction. */
const together = 20

/** In virtual time: gateways that send again as soon as they are answered, or when they are told to; what waits is written by transactions of many bodies. */
function flood({ seconds, bytesASecond, seed, gateways }: Flood) {
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
      later(((writers * 1_000 * bytes) / bytesASecond) * (0.7 + 0.6 * random()), () => {
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
    entry.hold.read(bytes)
    const done = (): void => {
      entry.hold.release()
      stored[gateway] = (stored[gateway] ?? 0) + bytes
      later(1 + 4 * random(), () => send(gateway))
    }
    waiting.push({ bytes, done })
    store()
  }
  for (const [gateway, { lanes }] of gateways.entries())
    for (let lane = 0; lane < lanes; lane += 1) later(100 * random(), () => send(gateway))
  for (let event = events.pop(); event && event.at < 1_000 * seconds; event = events.pop()) {
    now = event.at
    event.act()
  }
  return { stored, refused, used: total(stored) / (bytesASecond * seconds) }
}

const times = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const total = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

describe('while more comes than can be stored', () => {
  const seeds = [1, 2, 3, 4, 5, 6]

  it.each(seeds)('it is not always the same gateways that get in, and none is left out (%i) [GW-1]', (seed) => {
    const gateways = times(100, () => ({ lanes: 6, bytes: 40_000 }))
    const { stored, refused, used } = flood({ seconds: 15, bytesASecond: 7_000_000, seed, gateways })
    const [least = 0, middle = 0, most = 0] = [0, 50, 99].map((place) => sorted(stored)[place])
    expect(total(refused)).toBeGreaterThan(100)
    expect(least).toBeGreaterThan(0.6 * middle)
    expect(most).toBeLessThan(1.6 * middle)
    expect(used).toBeGreaterThan(0.95)
  })

  it.each(seeds)(
    'shares are of bytes, not of bodies or lines; who asks for less is not refused (%i) [GW-1]',
    (seed) => {
      const kinds = [
        { lanes: 12, bytes: 60_000 },
        { lanes: 1, bytes: 60_000 },
        { lanes: 12, bytes: 6_000 },
        { lanes: 1, bytes: 6_000 },
      ] as const
      const gateways = kinds.flatMap((kind) => times(25, () => kind))
      const { stored, refused, used } = flood({ seconds: 30, bytesASecond: 4_000_000, seed, gateways })
      const of = (values: readonly number[], kind: number) => total(values.slice(25 * kind, 25 * kind + 25))
      const [greedy = 0, ...others] = [0, 1, 2].map((kind) => of(stored, kind))
      for (const other of others) expect(other).toBeGreaterThan(0.7 * greedy)
      expect(of(refused, 3)).toBeLessThan((0.02 * of(stored, 3)) / 6_000)
      expect(used).toBeGreaterThan(0.95)
    },
  )
})
