import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterWrong, forgetMs, type Guesses, isLocked, lockMs, maxWrong } from './guessing.ts'

const start = new Date('2026-11-21T09:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

/** Wrong PINs at these times, ms after the start; those at a locked device are not counted. */
function guess(times: readonly number[]): Guesses | null {
  let guesses: Guesses | null = null
  for (const ms of times) if (!isLocked(guesses, after(ms))) guesses = afterWrong(guesses, after(ms))
  return guesses
}

describe('wrong PINs', () => {
  it('lock the device at the fifth, for exactly a minute [CTRL-1]', () => {
    expect(isLocked(guess([0, 1, 2, 3]), after(3))).toBe(false)
    const five = guess([0, 1, 2, 3, 4])
    expect(isLocked(five, after(4))).toBe(true)
    expect(isLocked(five, after(4 + lockMs - 1))).toBe(true)
    expect(isLocked(five, after(4 + lockMs))).toBe(false)
  })

  it('need five more for the next lock', () => {
    const times = [0, 1, 2, 3, 4].map((ms) => ms + lockMs)
    expect(isLocked(guess([0, 0, 0, 0, 0, ...times.slice(0, 4)]), after(lockMs + 3))).toBe(false)
    expect(isLocked(guess([0, 0, 0, 0, 0, ...times]), after(lockMs + 4))).toBe(true)
  })

  it('are forgotten after ten minutes', () => {
    expect(isLocked(guess([0, 1, 2, 3, 3 + forgetMs - 1]), after(3 + forgetMs - 1))).toBe(true)
    expect(isLocked(guess([0, 1, 2, 3, 3 + forgetMs]), after(3 + forgetMs))).toBe(false)
  })

  it('number at most nine in any minute, however fast somebody types [CTRL-1]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ max: 20_000, min: 0 }), { minLength: 1, maxLength: 120 }), (pauses) => {
        let guesses: Guesses | null = null
        let ms = 0
        const taken: number[] = []
        for (const pause of pauses) {
          ms += pause
          if (isLocked(guesses, after(ms))) continue
          taken.push(ms)
          guesses = afterWrong(guesses, after(ms))
        }
        const most = Math.max(...taken.map((at) => taken.filter((each) => each >= at && each < at + lockMs).length))
        // Four before the lock and five after it: nine is the maximum in any minute.
        expect(most).toBeLessThanOrEqual(2 * maxWrong - 1)
      }),
    )
  })
})
