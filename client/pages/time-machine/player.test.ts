import { describe, expect, it } from 'vitest'
import { createPlayer } from './player.ts'
import { keyMove } from './slider.tsx'

/** A motor that moves when it is told to. */
function motor() {
  let step: ((passedMs: number) => void) | null = null
  return {
    run(next: (passedMs: number) => void) {
      step = next
      return () => {
        step = null
      }
    },
    pass: (ms: number) => step?.(ms),
    runs: () => step !== null,
  }
}

describe('the moment that is shown', () => {
  it('moves so many times as fast as it was, and stops at the end', () => {
    const drive = motor()
    const player = createPlayer(1_000, () => drive)
    player.bound(0, 100_000)
    player.play(60)
    drive.pass(100)
    expect(player.at()).toBe(7_000)
    player.play(600)
    drive.pass(100)
    expect(player.at()).toBe(67_000)
    drive.pass(100)
    expect([player.at(), player.playing(), drive.runs()]).toEqual([100_000, false, false])
    player.play(1)
    expect(player.at()).toBe(0)
  })

  it('keeps within what can be shown, and goes to where it began as soon as that can be, unless somebody moved it', () => {
    const player = createPlayer(5_000, motor)
    player.bound(0, 2_000)
    expect([player.at(), player.waiting()]).toEqual([2_000, true])
    player.bound(0, 9_000)
    expect(player.at()).toBe(5_000)
    player.go(1_500)
    player.bound(0, 1_000)
    player.bound(0, 9_000)
    expect([player.at(), player.waiting()]).toEqual([1_000, false])
    player.go(20_000)
    expect(player.at()).toBe(9_000)
  })

  it.each([
    ['ArrowRight', false, 1_000],
    ['ArrowLeft', true, -60_000],
    ['PageDown', false, 600_000],
    ['PageUp', false, -600_000],
  ])('%s (Shift: %s) leads %d ms on', (key, shiftKey, by) =>
    expect(keyMove({ key, shiftKey }, 5_000_000, { from: 0, until: 9_000_000 })).toBe(5_000_000 + by),
  )

  it('goes to the ends by Home and End, and leaves other keys alone', () => {
    const ends = { from: 1, until: 9 }
    expect([
      keyMove({ key: 'Home', shiftKey: false }, 5, ends),
      keyMove({ key: 'End', shiftKey: false }, 5, ends),
    ]).toEqual([1, 9])
    expect(keyMove({ key: 'a', shiftKey: false }, 5, ends)).toBeNull()
  })
})
