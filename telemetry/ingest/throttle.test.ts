import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atRest, minShare, paceOf, pain, type Signals, type Yielding, yieldNext } from './throttle.ts'

const well: Signals = { peopleMs: 2, loopMs: 3, here: true, told: false, busy: true }
const after = (looks: number, signals: Partial<Signals>, from: Yielding = atRest): Yielding => {
  let now = from
  for (let n = 0; n < looks; n += 1) now = yieldNext(now, { ...well, ...signals }, 250)
  return now
}

describe('telemetry yields to people', () => {
  it.each<[string, Partial<Signals>, boolean]>([
    ['all is well', {}, false],
    ['statements of people take long', { peopleMs: 60 }, true],
    ['the event loop is late', { loopMs: 90 }, true],
    ['another process says that people wait', { told: true, peopleMs: null, here: false }, true],
    ['statements take long and nobody is there', { peopleMs: 60, here: false }, false],
    ['the event loop is a little late and nobody is there', { loopMs: 90, here: false }, false],
    ['the event loop stands and nobody is there', { loopMs: 600, here: false }, true],
    ['people wait and telemetry had nothing to do', { peopleMs: 60, busy: false }, false],
  ])('%s: within a second less, or not: %j %s', (_, signals, less) => {
    const { share } = after(4, signals)
    if (less) expect(share).toBeLessThan(0.5)
    else expect(share).toBe(1)
  })

  it('takes the minimum after people have waited for two seconds, and everything within seven seconds after', () => {
    const low = after(8, { peopleMs: 100 })
    expect(low.share).toBe(minShare)
    expect(after(8, {}, low).share).toBeGreaterThan(0.3)
    expect(after(28, {}, low).share).toBe(1)
    expect(after(8, { busy: false }, low).share).toBe(1)
  })

  it('is not kept down for ever by a slow machine, and notices when it is fast again', () => {
    const slow = after(4 * 120, { peopleMs: 60, loopMs: 10 })
    expect(slow.share).toBe(1)
    expect(pain({ ...well, peopleMs: 60 }, slow)).toBeLessThanOrEqual(1)
    const fast = after(4 * 10, {}, slow)
    expect(pain({ ...well, peopleMs: 60 }, fast)).toBeGreaterThan(1)
    expect(after(4 * 20, { peopleMs: 60 }).share).toBeGreaterThan(0.2)
  })

  it('learns the usual delay while telemetry is idle', () => {
    const quiet = after(4 * 10, { peopleMs: 60, busy: false })
    expect(quiet.usual.peopleMs).toBeGreaterThan(40)
    expect(after(4, { peopleMs: 100 }, quiet).share).toBe(1)
    expect(after(4, { peopleMs: 300 }, quiet).share).toBeLessThan(0.5)
  })

  it('does not learn its own harm: while its share varies, the usual delay does not rise', () => {
    let now = atRest
    for (let n = 0; n < 4 * 600; n += 1) {
      // People wait the longer, the more telemetry does.
      const seen = { ...well, peopleMs: 2 + 80 * now.share ** 2, loopMs: 2 + 60 * now.share }
      now = yieldNext(now, seen, 250)
    }
    expect(now.usual.peopleMs).toBeLessThan(6)
    expect(2 + 80 * now.share ** 2).toBeLessThan(25)
  })

  it('stays within its bounds, whatever the measurements and however long they were', () => {
    const ms = fc.double({ min: 0, max: 100_000, noNaN: true })
    const signals = fc.record({
      peopleMs: fc.option(ms),
      loopMs: ms,
      here: fc.boolean(),
      told: fc.boolean(),
      busy: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(signals, fc.integer({ min: 1, max: 60_000 })), { maxLength: 60 }), (looks) => {
        let now = atRest
        for (const [seen, length] of looks) {
          const before = now
          now = yieldNext(now, seen, length)
          expect(now.share).toBeGreaterThanOrEqual(minShare)
          expect(now.share).toBeLessThanOrEqual(1)
          if (seen.busy && pain(seen, before) > 1) expect(now.share).toBeLessThanOrEqual(before.share)
          else expect(now.share).toBeGreaterThanOrEqual(before.share)
          for (const usual of Object.values(now.usual)) {
            expect(usual).toBeGreaterThanOrEqual(0.2)
            expect(usual).toBeLessThanOrEqual(200)
          }
          const { slots, batchMessages, restMs } = paceOf(now.share, { writers: 2, batchMessages: 8_000 })
          expect([1, 2]).toContain(slots)
          expect(batchMessages).toBeGreaterThanOrEqual(1_000)
          expect(batchMessages).toBeLessThanOrEqual(8_000)
          expect(restMs(100)).toBeGreaterThanOrEqual(0)
          expect(restMs(100_000)).toBeLessThanOrEqual(500)
        }
      }),
    )
  })

  it.each([
    [1, { slots: 2, batchMessages: 8_000, rest: 0 }],
    [0.75, { slots: 2, batchMessages: 6_000, rest: 33 }],
    [0.5, { slots: 1, batchMessages: 4_000, rest: 0 }],
    [0.25, { slots: 1, batchMessages: 2_000, rest: 100 }],
    [0.1, { slots: 1, batchMessages: 1_000, rest: 400 }],
  ])('at a share of %d it writes so: %j', (share, { slots, batchMessages, rest }) => {
    const pace = paceOf(share, { writers: 2, batchMessages: 8_000 })
    expect(pace).toMatchObject({ slots, batchMessages })
    expect(Math.round(pace.restMs(100))).toBe(rest)
  })
})
