import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AllowedBy,
  allowedBy,
  type ControlFacts,
  controlChecks,
  countsAs,
  type HeldFacts,
  openingsLeft,
  refusalOf,
} from './control.ts'
import { actions, deviceStatuses, doorStates } from './device.ts'
import { opensAt, reservationStates } from './reservation-rules.ts'

const cases = Number(process.env['T24_CASES'] ?? 20_000)
const now = new Date('2026-11-21T10:00:00.000Z')
const minute = 60_000

const anyFacts: fc.Arbitrary<ControlFacts> = fc.record({
  status: fc.constantFrom(...deviceStatuses),
  doorState: fc.constantFrom(...doorStates, null),
  reachable: fc.boolean(),
  linked: fc.boolean(),
  maintenance: fc.boolean(),
  commandInFlight: fc.boolean(),
  controls: fc.subarray([...actions]),
  occupiedBlocksControl: fc.boolean(),
  repeatable: fc.subarray(['open', 'close']),
  restSeconds: fc.constantFrom(0, 0, 0.001, 1.9),
})
/** Around the moments at which something begins or ends, a millisecond before and after too. */
const nearby = fc
  .tuple(fc.constantFrom(-60, -15, -14, 0, 14, 15, 16, 60), fc.constantFrom(-1, 0, 1))
  .map(([minutes, ms]) => minutes * minute + ms)
const anyHeld: fc.Arbitrary<HeldFacts> = fc
  .record({
    state: fc.constantFrom('RESERVED' as const, 'RESERVED' as const, 'RESERVED' as const, ...reservationStates),
    startsIn: nearby,
    lasts: fc.constantFrom(1, 15 * minute, 61 * minute, 120 * minute),
    prebookMinMinutes: fc.constantFrom(0, 14, 15, 60),
    graceMinutes: fc.constantFrom(null, null, 0, 1, 30),
    othersRun: fc.boolean(),
    othersStay: fc.boolean(),
    blocked: fc.boolean(),
    openings: fc.option(fc.record({ used: fc.nat(4), limit: fc.constantFrom(-1, 0, 1, 3) })),
  })
  .map(({ startsIn, lasts, graceMinutes, ...rest }) => {
    const start = new Date(now.getTime() + startsIn)
    const end = new Date(start.getTime() + lasts)
    const graceUntil = graceMinutes === null ? null : new Date(end.getTime() + graceMinutes * minute)
    return { ...rest, start, end, graceUntil }
  })
const anyRequest = fc.record({
  action: fc.constantFrom(...actions),
  by: fc.constantFrom(...allowedBy),
  anyway: fc.boolean(),
})

/**
 * The rules once more, in the words of the requirements instead of as a table: all reasons for a refusal, in no order.
 * Shares no code with controlChecks.
 */
function against(
  { action, by, anyway }: { action: string; by: AllowedBy; anyway: boolean },
  facts: ControlFacts,
  held: HeldFacts | null,
): Set<string> {
  const no = new Set<string>()
  const operators = by === 'operator' || by === 'schedule'
  const inEmergency = by === 'emergency'
  const byReservation = !operators && !inEmergency
  const t = now.getTime()
  const moving = action === 'open' || action === 'close'
  const untilStart = held ? held.start.getTime() - t : 0

  // Only during the reservation, a little longer if its person has not left, and from 15 minutes before if nobody else
  // can have that time and nobody else has it.
  if (byReservation) {
    if (held === null || held.state !== 'RESERVED') no.add('reservation-not-reserved')
    if (held === null || (t >= held.end.getTime() && (!held.graceUntil || t >= held.graceUntil.getTime())))
      no.add('reservation-over')
    if (held === null) no.add('reservation-not-begun')
    else if (untilStart > 0) {
      const early = held.prebookMinMinutes >= 15 && untilStart <= 15 * 60 * 1_000 && !held.othersRun
      if (!early) no.add('reservation-not-begun')
    }
    if (held?.blocked) no.add('user-blocked')
    if (held?.openings && held.openings.limit >= 0 && held.openings.used >= held.openings.limit)
      no.add('operations-exceeded')
  }
  // Only what the device can do, while it does nothing else, and over a link.
  if (facts.controls.every((each) => each !== action)) no.add('action-not-supported')
  if (facts.commandInFlight) no.add('command-in-flight')
  if (!facts.linked) no.add('gateway-unreachable')
  if (facts.maintenance && !inEmergency && !anyway) no.add('under-maintenance')
  // Nothing is asked of a device that never reported. Movement needs one that reports, is empty where required, is in
  // another state, and has paused. Not in an emergency.
  if (facts.status === 'undefined' && !inEmergency) no.add('device-undefined')
  if (moving && !inEmergency) {
    if (!facts.reachable) no.add('device-unreachable')
    if (
      facts.status === 'occupied' &&
      (facts.occupiedBlocksControl || (held !== null && (untilStart > 0 || held.othersStay)))
    )
      no.add('device-occupied')
    const stands =
      facts.doorState === null
        ? facts.status === 'free'
          ? 'open'
          : facts.status === 'blocked'
            ? 'close'
            : null
        : facts.doorState === 'open'
          ? 'open'
          : 'close'
    // Only a button of an access method that stays on repeats an action.
    const again =
      ['operator', 'reservation', 'eticket'].includes(by) && facts.repeatable.some((each) => each === action)
    if (stands === action && !again) no.add('already-in-state')
    if (facts.restSeconds > 0) no.add('too-fast')
  }
  return no
}

/** The order of the refusals. */
const deviceCommand = [
  'reservation-not-reserved',
  'reservation-over',
  'reservation-not-begun',
  'user-blocked',
  'action-not-supported',
  'under-maintenance',
  'command-in-flight',
  'gateway-unreachable',
  'device-undefined',
  'device-unreachable',
  'device-occupied',
  'already-in-state',
  'too-fast',
  'operations-exceeded',
]

describe('checks before a command is issued', () => {
  it(`agree with the requirements in ${cases} cases: all refusals, and the first of them [CTRL-2] [CTRL-4] [CTRL-6]`, () => {
    let allowed = 0
    fc.assert(
      fc.property(anyRequest, anyFacts, fc.option(anyHeld, { freq: 10 }), (request, facts, held) => {
        const checks = controlChecks(request, facts, held, now)
        const failed = checks.filter(({ passed }) => !passed).map(({ code }) => code)
        const expected = deviceCommand.filter((code) => against(request, facts, held).has(code))
        expect(failed).toEqual(expected)
        expect(refusalOf(checks)).toBe(expected[0] ?? null)
        if (expected.length === 0) allowed += 1
      }),
      { numRuns: cases },
    )
    // Both refused and allowed cases occurred.
    expect(allowed).toBeGreaterThan(cases / 2_000)
  })

  it(`refuse an allowed request as soon as any one fact is wrong, with its code [CTRL-2] [CTRL-6]`, () => {
    const facts: ControlFacts = {
      status: 'okay',
      doorState: 'closed',
      reachable: true,
      linked: true,
      maintenance: false,
      commandInFlight: false,
      controls: ['open', 'close'],
      occupiedBlocksControl: true,
      repeatable: [],
      restSeconds: 0,
    }
    const held: HeldFacts = {
      state: 'RESERVED',
      start: new Date(now.getTime() - minute),
      end: new Date(now.getTime() + minute),
      prebookMinMinutes: 0,
      graceUntil: null,
      othersRun: false,
      othersStay: false,
      blocked: false,
      openings: { used: 0, limit: 1 },
    }
    const ask = (more: Partial<ControlFacts>, heldMore: Partial<HeldFacts> = {}) =>
      refusalOf(
        controlChecks({ action: 'open', by: 'reservation' }, { ...facts, ...more }, { ...held, ...heldMore }, now),
      )
    expect(ask({})).toBeNull()
    expect(ask({ status: 'undefined' })).toBe('device-undefined')
    expect(ask({ reachable: false })).toBe('device-unreachable')
    expect(ask({ linked: false })).toBe('gateway-unreachable')
    expect(ask({ maintenance: true })).toBe('under-maintenance')
    expect(ask({ commandInFlight: true })).toBe('command-in-flight')
    expect(ask({ controls: ['close'] })).toBe('action-not-supported')
    expect(ask({ status: 'occupied' })).toBe('device-occupied')
    expect(ask({ status: 'occupied', occupiedBlocksControl: false })).toBeNull()
    expect(ask({ doorState: 'open' })).toBe('already-in-state')
    expect(ask({ restSeconds: 0.1 })).toBe('too-fast')
    expect(ask({}, { openings: { used: 1, limit: 1 } })).toBe('operations-exceeded')
    expect(ask({}, { blocked: true })).toBe('user-blocked')
    expect(ask({}, { end: now })).toBe('reservation-over')
    expect(ask({}, { start: new Date(now.getTime() + 1) })).toBe('reservation-not-begun')
    expect(ask({}, { state: 'STORNO' })).toBe('reservation-not-reserved')
  })
})

describe('openings', () => {
  it('in a series exactly the last permitted one leaves none, and the next is refused [CTRL-4]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 9 }), fc.nat(12), (limit, requests) => {
        const warned: number[] = []
        let used = 0
        for (let request = 1; request <= requests; request += 1) {
          if (openingsLeft({ used, limit }) === 0) continue
          used += 1
          if (openingsLeft({ used, limit }) === 0) warned.push(request)
        }
        expect(used).toBe(limit === -1 ? requests : Math.min(limit, requests))
        expect(warned).toEqual(limit >= 1 && requests >= limit ? [limit] : [])
      }),
    )
  })

  it.each([
    ['open', [null], 'entry'],
    ['open', ['entrance'], 'entry'],
    ['open', ['exit'], 'exit'],
    ['open', ['exit', null], 'entry'],
    ['open', ['exit', 'exit'], 'exit'],
    ['open', [], 'entry'],
    ['close', ['entrance', null], 'exit'],
    ['close', [], 'exit'],
  ] as const)('%s over barriers %j is an %s [CTRL-4]', (action, barriers, kind) => {
    expect(countsAs(action, barriers)).toBe(kind)
  })
})

describe('when a reservation opens', () => {
  it.each([
    [0, 0],
    [14, 0],
    [15, 15],
    [1_440, 15],
  ])('booked until %d minutes before, it opens %d minutes early [CTRL-2]', (prebookMinMinutes, early) => {
    expect(opensAt({ start: now, prebookMinMinutes })).toEqual(new Date(now.getTime() - early * minute))
  })
})
