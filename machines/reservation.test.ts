import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { nextReservation, reservationMachine, reservationPhase } from './reservation.ts'
import {
  type ReservationEvent,
  type ReservationPhase,
  type ReservationVerb,
  reservationPhases,
  reservationRefusals,
} from './reservation-events.ts'
import { opensAt, type ReservationFacts, reservationStates } from './reservation-rules.ts'

const base = Date.UTC(2030, 0, 1, 12)
const at = (minutes: number) => new Date(base + minutes * 60_000)
/** Held at 0, opens at 45, runs from 60 to 120. */
const hold: ReservationFacts = {
  state: 'CREATED',
  holdKind: 'choosing',
  heldUntil: at(2),
  start: at(60),
  end: at(120),
  prebookMinMinutes: 15,
  guestTicketAllowed: true,
}
const booked: ReservationFacts = { ...hold, state: 'RESERVED', holdKind: null, heldUntil: null }
const eventOf = (type: ReservationVerb): ReservationEvent =>
  type === 'UNPAID' ? { type, tries: 1, holdsOther: false } : type === 'OVERSTAY' ? { type, until: at(150) } : { type }
const verbs = Object.keys(reservationRefusals) as ReservationVerb[]

/** A reservation of each phase, and a moment in that phase. */
const examples: Record<ReservationPhase, [ReservationFacts, number]> = {
  choosing: [hold, 1],
  expired: [hold, 2],
  paying: [{ ...hold, holdKind: 'payment' }, 1],
  overdue: [{ ...hold, holdKind: 'payment' }, 2],
  future: [booked, 44],
  open: [booked, 45],
  running: [booked, 60],
  grace: [{ ...booked, graceUntil: at(150) }, 120],
  over: [booked, 120],
  cancelled: [{ ...booked, state: 'STORNO' }, 60],
  timedOut: [{ ...hold, state: 'CANCELED', timedOut: true, heldUntil: null }, 60],
  abandoned: [{ ...hold, state: 'CANCELED', heldUntil: null }, 60],
}

describe('the phases of a reservation', () => {
  it.each(reservationPhases)('%s follows from facts and time [RES-1]', (phase) => {
    const [facts, minute] = examples[phase]
    expect(reservationPhase(facts, at(minute))).toBe(phase)
  })

  it.each<[string, ReservationFacts, ...[number, ReservationPhase][]]>([
    ['a hold runs until its very end', hold, [1.99, 'choosing'], [2, 'expired']],
    ['a payment hold too', { ...hold, holdKind: 'payment' }, [1.99, 'paying'], [2, 'overdue']],
    ['C-20 opens 15 minutes before', booked, [44.99, 'future'], [45, 'open']],
    [
      'C-20 opens at its start where that can still be booked',
      { ...booked, prebookMinMinutes: 14 },
      [59, 'future'],
      [60, 'running'],
    ],
    ['ends', booked, [119.99, 'running'], [120, 'over']],
    ['O-2 is left to its person for a grace', { ...booked, graceUntil: at(150) }, [149.99, 'grace'], [150, 'over']],
    ['a grace of nothing is none', { ...booked, graceUntil: at(120) }, [119.99, 'running'], [120, 'over']],
  ])('%s', (_what, facts, ...moments) => {
    for (const [minute, phase] of moments) expect(reservationPhase(facts, at(minute)), `${minute}`).toBe(phase)
  })

  it('are the same by passing time or by reading the row again, after every generated path', () => {
    const clock = [0, 2, 4, 45, 60, 120, 150].map((minute) => ({ type: 'CLOCK' as const, now: at(minute) }))
    const paths = getShortestPaths(reservationMachine, {
      input: { ...hold, now: at(0) },
      events: [...verbs.map(eventOf), ...clock],
    })
    const reached = new Set(
      paths.map(({ state }) => {
        const { now, ...facts } = state.context
        const phase = reservationPhase(facts, now)
        expect(JSON.stringify(state.value)).toContain(`"${phase}"`)
        return phase
      }),
    )
    expect(reached).toEqual(new Set(reservationPhases))
  })

  it('only move forward in time', () => {
    const deviceCommand: Partial<Record<ReservationPhase, number>> = {
      future: 0,
      open: 1,
      running: 2,
      grace: 3,
      over: 4,
    }
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.nat(1_000),
        fc.nat(60),
        fc.option(fc.nat(60)),
        (minute, later, prebookMinMinutes, grace) => {
          const facts = { ...booked, prebookMinMinutes, graceUntil: grace === null ? null : at(120 + grace) }
          const before = deviceCommand[reservationPhase(facts, at(minute / 5))]
          expect(deviceCommand[reservationPhase(facts, at((minute + later) / 5))]).toBeGreaterThanOrEqual(before ?? 5)
        },
      ),
    )
  })
})

const [state, gone, pending, held] = ['reservation-state', 'hold-expired', 'payment-pending', 'place-held']
const [none, over] = ['reservation-not-reserved', 'reservation-over']
const before = 'reservation-not-begun'
const due = 'refund-not-missing'
/** Results of each verb by phase, in the order of reservationPhases: a phase, or the refusal. */
const life: Record<ReservationVerb, string[]> = {
  AMEND: ['choosing', gone, state, gone, state, state, state, state, state, state, gone, gone],
  FINALIZE: ['future', gone, pending, pending, state, state, state, state, state, state, gone, gone],
  PAY: ['paying', gone, pending, pending, state, state, state, state, state, state, gone, gone],
  PAID: ['future', 'future', 'future', 'future', state, state, state, state, state, state, gone, gone],
  UNPAID: [state, state, 'choosing', 'timedOut', state, state, state, state, state, state, state, state],
  BOOK_AGAIN: [state, state, state, state, state, state, state, state, state, state, 'timedOut', 'abandoned'],
  ABANDON: ['abandoned', 'abandoned', pending, pending, state, state, state, state, state, state, gone, gone],
  EXPIRE: [held, 'timedOut', held, held, state, state, state, state, state, state, state, state],
  CANCEL: [none, none, none, none, 'cancelled', 'cancelled', 'cancelled', over, over, none, none, none],
  CHANGE_DEVICE: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  REBOOK: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  EXTEND: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  SHARE: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  SHARE_SUMMARY: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  EDIT: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  ALLOW_AUTOMATIC: [none, none, none, none, 'future', 'open', 'running', over, over, none, none, none],
  REPAIR_REFUND: [due, due, due, due, due, due, due, due, due, 'cancelled', due, due],
  OPEN: [none, none, none, none, before, 'open', 'running', 'grace', over, none, none, none],
  OVERSTAY: [none, none, none, none, state, state, state, state, 'grace', none, none, none],
}

describe('the verbs of a reservation', () => {
  it.each(verbs)('%s by phase [RES-3] [HOLD-3] [HOLD-4]', (verb) => {
    const found = reservationPhases.map((phase) => {
      const [facts, minute] = examples[phase]
      const next = nextReservation(eventOf(verb), facts, at(minute))
      if (next.refusal !== null) expect(next.phase).toBe(phase)
      return next.refusal ?? next.phase
    })
    expect(found).toEqual(life[verb])
  })

  it.each<[string, ReservationEvent, Partial<ReservationFacts>, number, string]>([
    ['L-4 what is extended cannot be cancelled', { type: 'CANCEL' }, { followed: true }, 0, 'reservation-extended'],
    ['nor moved by its person', { type: 'CHANGE_DEVICE' }, { followed: true }, 0, 'reservation-extended'],
    ['nor extended again', { type: 'EXTEND' }, { followed: true }, 0, 'reservation-extended'],
    ['over comes first', { type: 'EXTEND' }, { followed: true }, 120, over],
    ['it is moved when its place is taken away', { type: 'REBOOK' }, { followed: true }, 0, 'future'],
    ['L-13 no guests', { type: 'SHARE' }, { guestTicketAllowed: false }, 0, 'eticket-not-allowed'],
    ['a summary shows only', { type: 'SHARE_SUMMARY' }, { guestTicketAllowed: false }, 0, 'future'],
    ['C-20 somebody else is there still', { type: 'OPEN' }, { othersRun: true }, 50, before],
    ['he is not from the start on', { type: 'OPEN' }, { othersRun: true }, 60, 'running'],
    ['C-20 its person is blocked', { type: 'OPEN' }, { blocked: true }, 60, 'user-blocked'],
  ])('%s', (_what, event, facts, minute, expected) => {
    const next = nextReservation(event, { ...booked, ...facts }, at(minute))
    expect(next.refusal ?? next.phase).toBe(expected)
  })

  it.each<[string, ReservationEvent, Partial<ReservationFacts>, number, string]>([
    ['a payment hold waits for its provider', { type: 'EXPIRE' }, {}, 3.99, held],
    ['not for ever', { type: 'EXPIRE' }, {}, 4, 'timedOut'],
    ['an unpaid hold is chosen again', { type: 'UNPAID', tries: 2, holdsOther: false }, {}, 1, 'choosing'],
    ['not after the third try', { type: 'UNPAID', tries: 3, holdsOther: false }, {}, 1, 'abandoned'],
    ['not beside another one', { type: 'UNPAID', tries: 1, holdsOther: true }, {}, 1, 'abandoned'],
    ['not as a follow-up', { type: 'UNPAID', tries: 1, holdsOther: false }, { followUp: true }, 1, 'abandoned'],
  ])('%s [PAY-2]', (_what, event, facts, minute, expected) => {
    const next = nextReservation(event, { ...hold, holdKind: 'payment', ...facts }, at(minute))
    expect(next.refusal ?? next.phase).toBe(expected)
  })

  it('a payment gets ten minutes, and choosing again two', () => {
    const paying = nextReservation({ type: 'PAY' }, hold, at(1)).facts
    expect([paying.holdKind, paying.heldUntil]).toEqual(['payment', at(11)])
    const again = nextReservation({ type: 'UNPAID', tries: 1, holdsOther: false }, paying, at(5)).facts
    expect([again.holdKind, again.heldUntil]).toEqual(['choosing', at(7)])
  })

  it('a late payment books again until a quarter of an hour after the start', () => {
    const late = (minute: number) =>
      nextReservation({ type: 'BOOK_AGAIN' }, { ...hold, state: 'CANCELED' }, at(minute)).refusal
    expect([late(74.99), late(75)]).toEqual([null, gone])
  })

  it('refusals are those declared for the verb, and no others', () => {
    const found = new Map<ReservationVerb, Set<string>>(verbs.map((verb) => [verb, new Set()]))
    const facts = fc.record({
      state: fc.constantFrom(...reservationStates),
      holdKind: fc.constantFrom('choosing' as const, 'payment' as const),
      timedOut: fc.boolean(),
      followed: fc.boolean(),
      guestTicketAllowed: fc.boolean(),
      blocked: fc.boolean(),
      othersRun: fc.boolean(),
      graceUntil: fc.constantFrom(null, at(150)),
    })
    fc.assert(
      fc.property(facts, fc.constantFrom(1, 2, 4, 44, 45, 60, 80, 120, 150), (known, minute) => {
        const own: ReservationFacts = { ...hold, ...known }
        for (const verb of verbs) {
          const { refusal } = nextReservation(eventOf(verb), own, at(minute))
          if (refusal !== null) found.get(verb)?.add(refusal)
        }
      }),
      { numRuns: 150 },
    )
    for (const verb of verbs) expect(found.get(verb), verb).toEqual(new Set(reservationRefusals[verb]))
  })

  it('opening is early only if nobody can book that time any more [C-20]', () => {
    fc.assert(
      fc.property(fc.nat(120), (prebookMinMinutes) => {
        const opens = opensAt({ ...booked, prebookMinMinutes })
        expect(opens).toEqual(at(prebookMinMinutes >= 15 ? 45 : 60))
      }),
    )
  })
})
