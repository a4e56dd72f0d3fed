import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Closing,
  type ClosingEvent,
  type GateTimes,
  maxTries,
  nextClosing,
  standsOpen,
  wasUsed,
} from './auto-close.ts'

const times: GateTimes = { usedS: 60, unusedS: 180 }
const at = 1_000_000
const after = (...events: readonly ClosingEvent[]): Closing | null =>
  events.reduce<Closing | null>((closing, event) => nextClosing(closing, event, times, at), null)
const opened: ClosingEvent = { type: 'OPENED' }
const commanded: ClosingEvent = { type: 'ISSUED', deviceCommandId: 'o', deadline: at + 15_000 }
const failed: ClosingEvent = { type: 'NOT_CLOSED', sent: true }

describe('automatic closing', () => {
  it('is due 180 s after opening, and 60 s after the last use [CTRL-7]', () => {
    expect(after(opened)).toMatchObject({ openedAt: at, usedAt: null, dueAt: at + 180_000, tries: 0 })
    const used = nextClosing(after(opened), { type: 'USED' }, times, at + 170_000)
    expect(used).toMatchObject({ openedAt: at, usedAt: at + 170_000, dueAt: at + 230_000 })
    expect(nextClosing(used, { type: 'USED' }, times, at + 200_000)).toMatchObject({ dueAt: at + 260_000 })
  })

  it('never happens with −1, for both delays or for the one that applies [CTRL-7]', () => {
    expect(nextClosing(null, opened, { usedS: -1, unusedS: -1 }, at)).toBeNull()
    const untilUsed = nextClosing(null, opened, { usedS: 60, unusedS: -1 }, at)
    expect(untilUsed?.dueAt).toBe(Number.POSITIVE_INFINITY)
    expect(nextClosing(untilUsed, { type: 'USED' }, { usedS: 60, unusedS: -1 }, at)?.dueAt).toBe(at + 60_000)
    expect(nextClosing(after(opened), { type: 'USED' }, { usedS: -1, unusedS: 180 }, at)?.dueAt).toBe(
      Number.POSITIVE_INFINITY,
    )
  })

  it('waits for obstacles without using up a try, and ends when there is nothing to close [CTRL-7]', () => {
    const wait = (code: Extract<ClosingEvent, { type: 'HINDERED' }>['code']) =>
      after(opened, { type: 'HINDERED', code })
    expect(wait('command-in-flight')).toMatchObject({ dueAt: at + 2_000, tries: 0 })
    expect(wait('too-fast')).toMatchObject({ dueAt: at + 2_000, tries: 0 })
    expect(wait('gateway-unreachable')).toMatchObject({ dueAt: at + 10_000, tries: 0 })
    expect(wait('device-unreachable')).toMatchObject({ dueAt: at + 10_000, tries: 0 })
    expect(wait('under-maintenance')).toMatchObject({ dueAt: at + 60_000, tries: 0 })
    expect(wait('device-occupied')?.dueAt).toBeGreaterThan(at + 60_000)
    expect([wait('already-in-state'), wait('action-not-supported')]).toEqual([null, null])
  })

  it('is retried after 5 s, gives up after the third try, and starts over with a use or an opening [CTRL-7]', () => {
    const once = after(opened, commanded, failed)
    expect(once).toMatchObject({ tries: 1, deviceCommandId: null, dueAt: at + 5_000, gaveUpAt: null })
    const thrice = after(opened, commanded, failed, commanded, failed, commanded, failed)
    expect(thrice).toMatchObject({ tries: maxTries, gaveUpAt: at })
    for (const event of [opened, { type: 'USED' }] as const)
      expect(nextClosing(thrice, event, times, at)).toMatchObject({ tries: 0, gaveUpAt: null })
    expect(after(opened, commanded, { type: 'NOT_CLOSED', sent: false })).toMatchObject({
      tries: 0,
      dueAt: at + 10_000,
    })
    expect(after(opened, commanded, { type: 'CLOSED' })).toBeNull()
  })

  it('continues counting when the device was closed and bounced open again', () => {
    expect(nextClosing(null, { type: 'OPENED', bounces: 1 }, times, at)).toMatchObject({ tries: 1, dueAt: at + 5_000 })
    expect(nextClosing(null, { type: 'OPENED', bounces: 3 }, times, at)).toMatchObject({ tries: 3, gaveUpAt: at })
  })

  const anyEvent: fc.Arbitrary<ClosingEvent> = fc.oneof(
    fc.constantFrom<ClosingEvent>(opened, { type: 'USED' }, { type: 'CLOSED' }, commanded, failed, {
      type: 'NOT_CLOSED',
      sent: false,
    }),
    fc
      .constantFrom('too-fast', 'device-occupied', 'gateway-unreachable', 'already-in-state')
      .map((code): ClosingEvent => ({ type: 'HINDERED', code: code as 'too-fast' })),
  )
  it('issues at most three commands in a row without use, whatever happens [CTRL-7]', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 30_000 })), { maxLength: 60 }), (story) => {
        let closing: Closing | null = null
        let now = at
        let sent = 0
        for (const [event, ms] of story) {
          now += ms
          // Like the caller: only due devices that were not given up are commanded.
          const due =
            closing !== null && closing.gaveUpAt === null && closing.deviceCommandId === null && closing.dueAt <= now
          if (event.type === 'ISSUED' && !due) continue
          const before: Closing | null = closing
          closing = nextClosing(closing, event, times, now)
          if (event.type === 'ISSUED') sent += 1
          if (event.type === 'OPENED' || event.type === 'USED' || closing === null) sent = 0
          if (event.type === 'NOT_CLOSED' && !event.sent && before?.deviceCommandId) sent -= 1
          expect(sent).toBeLessThanOrEqual(maxTries)
          if (closing) expect(closing.tries).toBe(Math.max(0, sent))
          if (closing?.gaveUpAt) expect(closing.tries).toBe(maxTries)
        }
      }),
    )
  })
})

describe('reports of a device', () => {
  it.each([
    ['occupied', 'open', false, true],
    ['free', 'closed', true, false],
    ['blocked', null, true, false],
    ['free', null, false, null],
    ['free', null, true, true],
    ['occupied', null, true, true],
    ['freeing', null, true, null],
    ['error', null, true, null],
  ] as const)('%s, door %s, opened by a command %s: open %s [CTRL-7]', (status, door, byCommand, open) =>
    expect(standsOpen({ status, door }, byCommand)).toBe(open),
  )

  it.each([
    ['occupied', null, 'free', true, true],
    ['free', null, 'occupied', true, false],
    ['free', null, 'occupied', false, true],
    ['occupied', null, 'free', false, true],
    ['occupied', 'free', 'updating_status', true, false],
    ['updating_status', 'occupied', 'free', true, true],
    ['updating_status', 'occupied', 'occupied', false, false],
    ['blocked', 'free', 'free', true, false],
    ['undefined', null, 'occupied', false, false],
  ] as const)(
    '%s (before: %s), then %s, occupied blocks %s: used %s [CTRL-7]',
    (status, lastStatus, now, blocks, used) => expect(wasUsed({ status, lastStatus }, now, blocks)).toBe(used),
  )
})
