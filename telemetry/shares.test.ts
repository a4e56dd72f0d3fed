import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createShares } from './shares.ts'

describe('what was given lately', () => {
  it('is 1 for all who have got the same, and more for who has got more', () => {
    const shares = createShares()
    for (let sender = 0; sender < 10; sender += 1) shares.give(sender, 500, 0)
    expect(shares.share(3)).toBeCloseTo(1)
    expect(shares.share('nobody')).toBe(0)
    shares.give(3, 500, 0)
    expect(shares.share(3)).toBeGreaterThan(1.5)
    expect(shares.share(4)).toBeLessThan(1)
  })

  it('of many who take little makes nobody look greedy who takes what others of his size do', () => {
    const shares = createShares()
    for (let sender = 0; sender < 1_000; sender += 1) shares.give(sender, sender < 990 ? 1 : 1_000, 0)
    expect(shares.share(995)).toBeLessThan(1.1)
    expect(shares.share(5)).toBeLessThan(0.01)
  })

  it('is forgotten in time, and so is who has long been given nothing', () => {
    const shares = createShares(1_000)
    for (let sender = 0; sender < 1_000; sender += 1) shares.give(sender, 100, 0)
    for (let now = 500; now <= 20_000; now += 500) shares.give('goes on', 100, now)
    expect(shares.size()).toBe(1)
    expect(shares.share(7)).toBe(0)
    expect(shares.share('goes on')).toBeCloseTo(1)
  })

  it('is what adding up what has faded says, whatever is given and taken back, and stays a number after days', () => {
    const step = fc.record({
      sender: fc.nat(4),
      amount: fc.integer({ min: 0, max: 1_000 }),
      back: fc.boolean(),
      wait: fc.oneof(fc.nat(3_000), fc.constant(200_000_000)),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const shares = createShares(1_000)
        const given = new Map<number, number>()
        let now = 0
        for (const { sender, amount, back, wait } of steps) {
          const fade = Math.exp(-wait / 1_000)
          now += wait
          for (const [each, before] of given) given.set(each, before * fade)
          shares.give(sender, amount, now)
          if (back) shares.give(sender, -amount / 2, now)
          given.set(sender, (given.get(sender) ?? 0) + (back ? amount / 2 : amount))
        }
        const sum = [...given.values()].reduce((all, each) => all + each, 0)
        const squares = [...given.values()].reduce((all, each) => all + each ** 2, 0)
        for (const [sender, amount] of given) {
          // What is next to nothing may be forgotten.
          const expected = squares > 0 ? (amount * sum) / squares : 0
          expect(Math.abs(shares.share(sender) - expected)).toBeLessThan(0.06)
        }
      }),
    )
  })
})
