import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialTransition } from 'xstate'
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
import {
  type Attempt,
  type AttemptEvent,
  type AttemptState,
  attemptMachine,
  attemptStates,
  nextAttempt,
  openAttemptStates,
} from './attempt.ts'

const events: AttemptEvent[] = [
  { type: 'SENT' },
  { type: 'TAKEN' },
  { type: 'NOT_TAKEN', reason: 'forged' },
  { type: 'UNLINKED', reason: 'gateway-unreachable' },
  { type: 'WITHDRAWN', reason: 'reservation-over' },
  { type: 'REFUSED_BY_DEVICE', reason: 'already-open' },
  { type: 'FAILED_AT_DEVICE', reason: 'jammed' },
  { type: 'REPORT_CONFIRMS' },
  { type: 'DEADLINE' },
]
const newAttempt = (): Attempt => {
  const [{ value: state, context }] = initialTransition(attemptMachine)
  return { state: state as AttemptState, ...context }
}
const after = (...types: AttemptEvent['type'][]): Attempt =>
  types.reduce((attempt, type) => nextAttempt(attempt, event(type)), newAttempt())
const event = (type: AttemptEvent['type']): AttemptEvent => {
  const found = events.find((each) => each.type === type)
  if (!found) throw new Error(type)
  return found
}
const open = new Set<AttemptState>(openAttemptStates)
const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 12 })
/** Everything an order went through. */
const history = (list: readonly AttemptEvent[]): Attempt[] => {
  const attempts = [newAttempt()]
  for (const each of list) attempts.push(nextAttempt(attempts.at(-1) as Attempt, each))
  return attempts
}

describe('one order', () => {
  it.each([
    [['SENT', 'TAKEN', 'REPORT_CONFIRMS'], 'confirmed', null, false],
    [['SENT', 'REPORT_CONFIRMS'], 'confirmed', null, false],
    [['UNLINKED'], 'failed', 'gateway-unreachable', false],
    [['WITHDRAWN'], 'failed', 'reservation-over', false],
    [['SENT', 'WITHDRAWN', 'TAKEN', 'FAILED_AT_DEVICE'], 'failed', 'jammed', false],
    [['DEADLINE'], 'expired', 'not-in-time', false],
    [['SENT', 'NOT_TAKEN'], 'failed', 'forged', false],
    [['SENT', 'DEADLINE'], 'unknown', 'not-in-time', false],
    [['SENT', 'TAKEN', 'DEADLINE'], 'failed', 'not-in-time', false],
    [['SENT', 'TAKEN', 'REFUSED_BY_DEVICE'], 'failed', 'already-open', false],
    [['SENT', 'TAKEN', 'FAILED_AT_DEVICE'], 'failed', 'jammed', false],
    [['SENT', 'DEADLINE', 'REPORT_CONFIRMS'], 'confirmed', 'not-in-time', true],
    [['SENT', 'DEADLINE', 'FAILED_AT_DEVICE'], 'failed', 'jammed', true],
    [['SENT', 'TAKEN', 'DEADLINE', 'REPORT_CONFIRMS'], 'confirmed', 'not-in-time', true],
    [['SENT', 'NOT_TAKEN', 'REPORT_CONFIRMS'], 'failed', 'forged', false],
  ] as const)('%j ends as %s [CTRL-5]', (types, state, reason, late) => {
    const attempt = after(...types)
    expect(attempt.state).toBe(state)
    expect(attempt.late).toBe(late)
    if (state !== 'confirmed') expect(attempt.reason).toBe(reason)
  })

  it('a queued order believes nobody: no answer and no report can concern it [CTRL-8]', () => {
    for (const type of ['TAKEN', 'NOT_TAKEN', 'REFUSED_BY_DEVICE', 'FAILED_AT_DEVICE', 'REPORT_CONFIRMS'] as const) {
      expect(after(type).state).toBe('queued')
    }
  })

  it('every state but refused is reached, each by its shortest path', () => {
    const reached = getShortestPaths(attemptMachine, { events }).map((path) => path.state.value)
    expect(new Set(reached)).toEqual(new Set(attemptStates.filter((state) => state !== 'refused')))
  })

  it('on every path the pure function walks as the machine does, and no failure is without a reason', () => {
    const paths = getSimplePaths(attemptMachine, { events })
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      const attempt = path.steps
        .filter((step) => (step.event.type as string) !== 'xstate.init')
        .reduce((before, step) => nextAttempt(before, step.event as AttemptEvent), newAttempt())
      expect(attempt.state).toBe(path.state.value)
      expect({ reason: attempt.reason, late: attempt.late }).toEqual(path.state.context)
      if (['failed', 'expired', 'unknown'].includes(attempt.state)) expect(attempt.reason).not.toBeNull()
    }
  })

  it('is never confirmed without having been sent, and is sent at most once [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const states = history(list).map(({ state }) => state)
        const sent = states.indexOf('sent')
        const confirmed = states.indexOf('confirmed')
        if (confirmed >= 0) expect(sent).toBeGreaterThanOrEqual(0)
        const entries = states.filter((state, place) => state === 'sent' && states[place - 1] !== 'sent')
        expect(entries.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never goes back into flight once it ended, and confirmed and expired are for good [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const attempts = history(list)
        for (const [place, { state }] of attempts.entries()) {
          const next = attempts[place + 1]?.state
          if (next === undefined) continue
          if (!open.has(state)) expect(open.has(next)).toBe(false)
          if (state === 'confirmed' || state === 'expired') expect(next).toBe(state)
        }
      }),
    )
  })

  it('whatever comes after the deadline is marked late [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const attempts = history(list)
        const overdue = attempts.findIndex(({ reason }) => reason === 'not-in-time')
        if (overdue < 0) return
        for (const attempt of attempts.slice(overdue)) {
          expect(attempt.late).toBe(attempt.state !== attempts[overdue]?.state)
        }
      }),
    )
  })

  it('answers the same object when nothing changed', () => {
    const attempt = after('SENT', 'TAKEN')
    expect(nextAttempt(attempt, { type: 'SENT' })).toBe(attempt)
  })
})
