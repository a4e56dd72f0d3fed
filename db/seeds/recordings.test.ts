import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Replay, recordingNames, sampleAfter, sampleAt, samplesBetween, season } from './recordings.ts'
import { stayAt, staysBetween } from './stays.ts'

const day = 86_400_000
const from = Date.UTC(2026, 0, 1)
const times = fc.integer({ min: from - 400 * day, max: from + 1_500 * day })
const replays: fc.Arbitrary<Replay> = fc.record({
  recording: fc.constantFrom(...recordingNames),
  day: fc.integer({ min: 0, max: 400 }),
  lateS: fc.integer({ min: 0, max: 600 }),
  warmer: fc.constant(0),
  rssi: fc.constant(0),
  swing: fc.constant(1),
})

describe('replayed recordings', () => {
  it('are sorted, inside the requested span, and the same whether read at once or in parts', () => {
    fc.assert(
      fc.property(
        replays,
        times,
        fc.integer({ min: 1, max: 20 * day }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (replay, start, length, cut) => {
          const whole = [...samplesBetween(replay, start, start + length)]
          const middle = start + Math.floor(length * cut)
          expect([...samplesBetween(replay, start, middle), ...samplesBetween(replay, middle, start + length)]).toEqual(
            whole,
          )
          expect(
            whole.every(({ at }, i) => at >= start && at < start + length && at >= (whole[i - 1]?.at ?? start)),
          ).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('never end: there is always a next sample', () => {
    fc.assert(
      fc.property(replays, times, (replay, start) => {
        const next = sampleAfter(replay, start)
        expect(next.at).toBeGreaterThan(start)
        expect(sampleAt(replay, next.at)?.at).toBe(next.at)
      }),
      { numRuns: 60 },
    )
  })

  it('keep real gaps, repeats and missing values', () => {
    const replay: Replay = { recording: 'autumn', day: 0, lateS: 0, warmer: 0, rssi: 0, swing: 1 }
    const autumn = [...samplesBetween(replay, from, from + 46 * day)]
    expect(autumn.some(({ at }, i) => at - (autumn[i - 1]?.at ?? at) > 3.9 * 3_600_000)).toBe(true)
    const summer = [...samplesBetween({ ...replay, recording: 'summer' }, from, from + 14 * day)]
    expect(summer.some(({ at }, i) => i > 0 && at - (summer[i - 1]?.at ?? 0) < 30_000)).toBe(true)
    expect(summer.some(({ temperature }) => temperature === null)).toBe(true)
    expect(summer.every(({ humidity }) => humidity === null)).toBe(true)
  })

  it('show the season of the day on which they are replayed', () => {
    expect(season(Date.UTC(2026, 6, 20))).toBeGreaterThan(19)
    expect(season(Date.UTC(2026, 0, 20))).toBeLessThan(2)
    const inside: Replay = { recording: 'summer', day: 0, lateS: 0, warmer: 1, rssi: 0, swing: 0.5 }
    const mean = (start: number) => {
      const values = [...samplesBetween(inside, start, start + 14 * day)].flatMap(
        ({ temperature }) => temperature ?? [],
      )
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    expect(mean(Date.UTC(2026, 6, 10)) - mean(Date.UTC(2026, 0, 10))).toBeGreaterThan(15)
  })
})

describe('replayed stays', () => {
  it('never overlap, and are the same by list and by moment', () => {
    fc.assert(
      fc.property(
        fc.record({
          spot: fc.nat(40),
          stretch: fc.constantFrom(1, 2, 3),
          laterMin: fc.integer({ min: -600, max: 600 }),
        }),
        times,
        (use, start) => {
          const stays = [...staysBetween(use, start, start + 10 * day)]
          for (const [i, stay] of stays.entries()) {
            expect(stay.until).toBeGreaterThan(stay.from)
            if (i > 0) expect(stay.from).toBeGreaterThan(stays[i - 1]?.until ?? 0)
          }
          const { occupied, changesAt } = stayAt(use, start)
          expect(occupied).toBe(stays.some((stay) => stay.from <= start && start < stay.until))
          expect(changesAt).toBeGreaterThan(start)
          expect(stayAt(use, changesAt).occupied).toBe(!occupied)
        },
      ),
      { numRuns: 100 },
    )
  })
})
