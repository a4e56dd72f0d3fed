import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIntake, type Hold } from './ingest-admission.ts'

const limits = { minBytes: 1_000, maxBytes: 4_000, waitMs: 1_000, slowMs: 1_000 }
const fixed = { ...limits, maxBytes: 1_000 }
const holdOf = (entry: object): Hold => {
  if (!('hold' in entry)) throw new Error(JSON.stringify(entry))
  return entry.hold as Hold
}

describe('room for bodies', () => {
  it('never exceeds four windows, however clients ask, stall, disconnect or get two replies [GW-1]', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('enter' as const), sender: fc.nat(4), bytes: fc.integer({ min: 1, max: 1_500 }) }),
      fc.record({ do: fc.constant('read' as const), which: fc.nat(30), bytes: fc.integer({ min: 1, max: 1_500 }) }),
      fc.record({ do: fc.constant('release' as const), which: fc.nat(30) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(700) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = 0
        const intake = createIntake(limits, { now: () => now, random: () => 0.5 })
        const holds: Hold[] = []
        const sizes = new Map<Hold, number>()
        for (const one of steps) {
          if (one.do === 'wait') now += one.ms
          else if (one.do === 'enter') {
            const entry = intake.enter(one.sender, one.bytes)
            if ('hold' in entry) {
              holds.push(entry.hold)
              sizes.set(entry.hold, one.bytes)
            } else {
              expect(entry.retryAfterSeconds).toBeGreaterThanOrEqual(1)
              expect(entry.retryAfterSeconds).toBeLessThanOrEqual(30)
              expect(Number.isInteger(entry.retryAfterSeconds)).toBe(true)
            }
          } else {
            const hold = holds[one.which % Math.max(1, holds.length)]
            if (!hold) continue
            if (one.do === 'release') {
              hold.release()
              sizes.delete(hold)
            } else hold.read(Math.min(one.bytes, sizes.get(hold) ?? 0))
          }
          const { bytes, window } = intake.stats()
          expect(bytes).toBeGreaterThanOrEqual(0)
          expect(bytes).toBeLessThanOrEqual(4 * limits.maxBytes)
          expect(window).toBeGreaterThanOrEqual(limits.minBytes)
          expect(window).toBeLessThanOrEqual(limits.maxBytes)
        }
        for (const hold of holds) hold.release()
        expect(intake.stats().bytes).toBe(0)
        expect('hold' in intake.enter('anybody', 1_000)).toBe(true)
      }),
    )
  })

  it('is left for others by a flooding sender, and released [GW-1]', () => {
    const intake = createIntake(fixed, { now: () => 0 })
    const floods = Array.from({ length: 40 }, () => intake.enter('flood', 100))
    const taken = floods.filter((entry) => 'hold' in entry)
    expect(taken.length).toBe(5) // half of the window, while nobody else asks
    for (const other of ['a', 'b']) expect('hold' in intake.enter(other, 200)).toBe(true)
    expect(intake.enter('flood', 100)).toMatchObject({ refused: 'share' })
    for (const entry of taken.slice(0, 4)) holdOf(entry).release()
    const again = Array.from({ length: 3 }, () => intake.enter('flood', 100))
    expect(again.map((entry) => ('refused' in entry ? entry.refused : 'taken'))).toEqual(['taken', 'taken', 'share'])
    for (const other of ['c', 'd']) expect('hold' in intake.enter(other, 140)).toBe(true)
    expect(intake.enter('e', 200)).toMatchObject({ refused: 'full' })
  })

  it('fits a body that is larger than all of it, alone', () => {
    const intake = createIntake(fixed, { now: () => 0 })
    const hold = holdOf(intake.enter('large', 3_000))
    expect(intake.enter('small', 1)).toMatchObject({ refused: 'full' })
    hold.release()
    expect('hold' in intake.enter('small', 400)).toBe(true)
    expect('hold' in intake.enter('large', 1_000)).toBe(true) // half is free: among small ones it must find room, too
    expect(intake.enter('other', 1)).toMatchObject({ refused: 'full' })
  })

  it('is not taken from others by a slow sender, whose body counts again once it has arrived', () => {
    let now = 0
    const intake = createIntake(fixed, { now: () => now })
    const slow = holdOf(intake.enter('slow', 900))
    expect(intake.enter('other', 500)).toMatchObject({ refused: 'full' })
    now = 1_100
    const other = holdOf(intake.enter('other', 500))
    expect(intake.stats().bytes).toBe(1_400)
    slow.read(900)
    expect(intake.enter('third', 100)).toMatchObject({ refused: 'full' })
    slow.release()
    other.release()
    expect(intake.stats().bytes).toBe(0)
  })

  it('follows the rate of replies while there is enough to do', () => {
    let now = 0
    const intake = createIntake(limits, { now: () => now })
    const answer = (bytes: number, ms: number): void => {
      const holds = [0, 1, 2, 3].map((sender) => holdOf(intake.enter(sender, bytes / 4)))
      for (const hold of holds) hold.read(bytes / 4)
      now += ms
      for (const hold of holds) hold.release()
    }
    for (let n = 0; n < 100; n += 1) answer(0.9 * intake.stats().window, 110)
    expect(intake.stats().window).toBe(4_000)
    for (let n = 0; n < 100; n += 1) answer(0.9 * intake.stats().window, 0.5 * intake.stats().window)
    expect(intake.stats().drain).toBeCloseTo(1_800, -2)
    answer(4, 100) // the end of the busy time still counts
    const { window } = intake.stats()
    for (let n = 0; n < 100; n += 1) answer(4, 1_000) // idle: no measure of what would be possible
    expect(intake.stats().window).toBeCloseTo(window, -2)
  })

  it('remembers the rate through quiet hours, and always gives a time to retry', () => {
    let now = 0
    const intake = createIntake({ ...limits, minBytes: 100 }, { now: () => now, random: () => 0 })
    const answer = (bodies: number, ms: number): void => {
      const holds = Array.from({ length: bodies }, (_, sender) => holdOf(intake.enter(sender, 300)))
      for (const hold of holds) hold.read(300)
      now += ms
      for (const hold of holds) hold.release()
    }
    for (let n = 0; n < 50; n += 1) answer(4, 400)
    const { drain } = intake.stats()
    now += 3_600_000
    for (let n = 0; n < 20; n += 1) answer(1, 10)
    expect(intake.stats().drain).toBeGreaterThan(0.7 * drain)
    // No replies for a minute: the rate must stay a finite number.
    const stuck = [0, 1, 2, 3].map((sender) => holdOf(intake.enter(sender, 300)))
    now += 200
    holdOf(intake.enter('gone', 1)).release()
    now += 120_000
    holdOf(intake.enter('gone', 1)).release()
    for (const hold of stuck) hold.release()
    expect(intake.stats().drain).toBe(0)
    expect(intake.retryAfterSeconds()).toBe(1)
  })

  it('is reserved for a refused sender: once, and for at most one of its bodies [GW-1]', () => {
    const intake = createIntake(fixed, { now: () => 0 })
    const first = [0, 1, 2, 3].map((sender) => holdOf(intake.enter(sender, 250)))
    expect(intake.enter('late', 250)).toMatchObject({ refused: 'full' })
    expect(intake.enter('later', 250)).toMatchObject({ refused: 'full' })
    first[0]?.release()
    holdOf(intake.enter(0, 250))
    const late = holdOf(intake.enter('late', 250))
    expect(intake.enter('late', 100)).toMatchObject({ refused: 'full' })
    expect(intake.enter('late', 100)).toMatchObject({ refused: 'share' })
    holdOf(intake.enter('later', 250))
    expect(intake.stats().bytes).toBe(1_500)
    late.release()
    holdOf(intake.enter('late', 100))
    expect(intake.enter('new', 100)).toMatchObject({ refused: 'full' })
  })

  it('is reserved for a limited number of refused senders', () => {
    const intake = createIntake(fixed, { now: () => 0 })
    holdOf(intake.enter('first', 1_000))
    for (let sender = 0; sender < 10_001; sender += 1) expect('refused' in intake.enter(sender, 100)).toBe(true)
    expect(intake.enter(0, 100)).toMatchObject({ refused: 'full' })
    holdOf(intake.enter(2, 100))
  })

  it('asks refused senders to return when the queue is written, and spreads many over seconds', () => {
    let now = 0
    const told = new Set<number>()
    let seed = 0
    const intake = createIntake(fixed, { now: () => now, random: () => (seed = (seed + 0.37) % 1) })
    holdOf(intake.enter('first', 1_000))
    for (let n = 0; n < 400; n += 1) {
      now += 1
      const entry = intake.enter(n, 100)
      if ('refused' in entry) told.add(entry.retryAfterSeconds)
    }
    expect(Math.min(...told)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...told)).toBeLessThanOrEqual(9)
    expect(told.size).toBeGreaterThan(4)
  })
})
