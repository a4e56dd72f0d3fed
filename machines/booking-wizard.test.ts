import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, initialTransition, SimulatedClock, type SnapshotFrom, transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { bookingWizard, type HoldRow, holdRow, type WizardEvent } from './booking-wizard.ts'
import { type ReservationPhase, reservationPhases } from './reservation-events.ts'
import type { ReservationFacts } from './reservation-rules.ts'

type Snapshot = SnapshotFrom<typeof bookingWizard>
const row = (phase: ReservationPhase, until: number | null = phase === 'choosing' ? 120 : null): HoldRow => ({
  id: 7,
  phase,
  until,
})
const filled = (details: boolean, documents: boolean): WizardEvent => ({
  type: 'FILLED',
  missing: { details, documents },
})
const events: WizardEvent[] = [
  { type: 'SITE' },
  { type: 'SEARCH' },
  { type: 'HOLD' },
  { type: 'HELD', row: row('choosing') },
  { type: 'RESUME', id: 7 },
  { type: 'GONE' },
  ...reservationPhases.map((phase) => ({
    type: 'ROW' as const,
    row: row(phase),
  })),
  { type: 'ROW', row: row('choosing', 180) },
  filled(true, true),
  filled(false, true),
  filled(false, false),
  { type: 'BOOK' },
  { type: 'BOOKED' },
  { type: 'PAY' },
  { type: 'REFUSED', code: 'price-changed' },
  { type: 'REFUSED', code: 'hold-expired' },
  { type: 'UNKNOWN' },
  { type: 'GAVE_UP' },
  { type: 'LAPSED' },
]
const first = (): Snapshot => initialTransition(bookingWizard)[0]
const step = (from: Snapshot, event: WizardEvent): Snapshot => transition(bookingWizard, from, event)[0]
const walk = (...path: WizardEvent[]): Snapshot => path.reduce(step, first())
const stateOf = ({ value }: Snapshot) =>
  typeof value === 'string' ? value : Object.entries(value).map(([outer, inner]) => `${outer}.${String(inner)}`)[0]
const held: WizardEvent[] = [{ type: 'SITE' }, { type: 'HOLD' }, { type: 'HELD', row: row('choosing') }]
const paths = getShortestPaths(bookingWizard, { events })

describe('the booking wizard, along every generated path', () => {
  it('reaches each of its states [BOOK-2]', () => {
    expect(new Set(paths.map(({ state }) => stateOf(state)))).toEqual(
      new Set([
        'searching',
        'choosing',
        'claiming',
        'finding',
        'holding.details',
        'holding.documents',
        'holding.review',
        'finalizing',
        'settling',
        'paying',
        'done',
        'timedOut',
        'abandoned',
      ]),
    )
  })

  it.each(paths.map((path) => [path.steps.map((each) => each.event.type).join(' '), path.state] as const))(
    'after %s: books only complete details, and the row decides [BOOK-2] [HOLD-2]',
    (_name, state) => {
      const at = stateOf(state)
      expect(stateOf(step(state, { type: 'BOOK' })) === 'finalizing').toBe(
        at === 'holding.review' || at === 'finalizing',
      )
      if (at === 'holding.review') expect(state.context.missing).toEqual({ details: false, documents: false })
      const follows = ['finding', 'holding', 'finalizing', 'settling', 'paying'].some((each) => at?.startsWith(each))
      if (follows && state.context.id === 7) {
        expect(stateOf(step(state, { type: 'ROW', row: row('future') }))).toBe('done')
        expect(stateOf(step(state, { type: 'ROW', row: row('timedOut') }))).toBe('timedOut')
        expect(stateOf(step(state, { type: 'ROW', row: row('abandoned') }))).toBe('abandoned')
        expect(stateOf(step(state, { type: 'ROW', row: { ...row('future'), id: 8 } }))).toBe(at)
      }
      if (['claiming', 'finalizing'].includes(at ?? '')) {
        for (const type of ['SITE', 'SEARCH', 'HOLD', 'GAVE_UP'] as const)
          expect(stateOf(step(state, { type })), type).toBe(at)
      } else expect(stateOf(step(state, { type: 'RESUME', id: 7 }))).toBe('finding')
    },
  )

  it('keeps the hold whatever is filled in or requested again, until it ends', () => {
    const harmless = events.filter(
      ({ type }) => !['SITE', 'SEARCH', 'ROW', 'RESUME', 'GONE', 'BOOK', 'GAVE_UP', 'LAPSED'].includes(type),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...harmless)), (then) => {
        const at = then.reduce(step, walk(...held))
        expect(stateOf(at)).toMatch(/^holding/)
        expect(at.context.id).toBe(7)
      }),
    )
  })
})

describe('a booking', () => {
  it('waits for details, then documents, then may be booked [BOOK-2]', () => {
    expect(stateOf(walk(...held, filled(true, true)))).toBe('holding.details')
    expect(stateOf(walk(...held, filled(true, true), filled(false, true)))).toBe('holding.documents')
    expect(stateOf(walk(...held, filled(false, true), filled(false, false)))).toBe('holding.review')
  })

  it('gives the reason of a refusal and keeps the place, unless it came too late [BOOK-2]', () => {
    const back = walk(...held, { type: 'BOOK' }, { type: 'REFUSED', code: 'price-changed' })
    expect([stateOf(back), back.context.refused]).toEqual(['holding.review', 'price-changed'])
    expect(stateOf(walk(...held, { type: 'BOOK' }, { type: 'REFUSED', code: 'hold-expired' }))).toBe('timedOut')
  })

  it('without a reply is settled by the row alone', () => {
    const lost = walk(...held, { type: 'BOOK' }, { type: 'UNKNOWN' })
    expect(stateOf(lost)).toBe('settling')
    expect(stateOf(step(lost, { type: 'BOOK' }))).toBe('settling')
    expect(stateOf(step(lost, { type: 'ROW', row: row('future') }))).toBe('done')
    expect(stateOf(step(lost, { type: 'ROW', row: row('choosing') }))).toBe('holding.review')
  })

  it('ignores the previous row while paying; a refused payment gives the hold a new end [PAY-2]', () => {
    const paying = walk(...held, { type: 'BOOK' }, { type: 'PAY' })
    expect(stateOf(step(paying, { type: 'ROW', row: row('choosing', 120) }))).toBe('paying')
    const told = step(paying, { type: 'ROW', row: row('paying', 600) })
    expect(stateOf(step(told, { type: 'ROW', row: row('choosing', 180) }))).toBe('holding.review')
  })

  it('that timed out by the page’s clock is still done when the server says so', () => {
    expect(stateOf(walk(...held, { type: 'LAPSED' }, { type: 'ROW', row: row('future') }))).toBe('done')
  })
})

describe('the countdown', () => {
  it('runs to the end of the hold, and again when the server sets another end [HOLD-2]', () => {
    const clock = new SimulatedClock()
    const countdown = fromCallback<WizardEvent, { until: number }>(({ input, sendBack }) => {
      const timer: unknown = clock.setTimeout(() => sendBack({ type: 'LAPSED' }), input.until - clock.now())
      return () => clock.clearTimeout(timer as number)
    })
    const actor = createActor(bookingWizard.provide({ actors: { countdown } }))
    actor.start()
    for (const event of held) actor.send(event)
    clock.increment(100)
    actor.send({ type: 'ROW', row: row('choosing', 180) })
    clock.increment(79)
    expect(stateOf(actor.getSnapshot())).toBe('holding.review')
    clock.increment(1)
    expect(stateOf(actor.getSnapshot())).toBe('timedOut')
  })

  it('ends a hold exactly at its end; the end of a payment comes from the server [HOLD-1]', () => {
    const until = '2035-01-10T09:02:00.000Z'
    const end = Date.parse(until)
    const facts = { start: new Date(end), end: new Date(end + 1), prebookMinMinutes: 0 }
    const hold = { ...facts, state: 'CREATED', holdKind: 'choosing', heldUntil: new Date(end) } as const
    expect(holdRow(7, hold, new Date(end - 1))).toEqual({ id: 7, phase: 'choosing', until: end })
    const after = (event: WizardEvent) => stateOf(step(walk({ type: 'RESUME', id: 7 }), event))
    const told = (change: Partial<ReservationFacts>, at: number) =>
      after({ type: 'ROW', row: holdRow(7, { ...hold, ...change }, new Date(at)) })
    expect(told({}, end)).toBe('timedOut')
    expect(told({ holdKind: 'payment' }, end + 1)).toBe('paying')
    expect(told({ state: 'RESERVED', holdKind: null, heldUntil: null }, end)).toBe('done')
    expect(told({ state: 'CANCELED', timedOut: true }, end)).toBe('timedOut')
    expect(told({ state: 'CANCELED' }, end)).toBe('abandoned')
    expect(told({ state: 'STORNO' }, end)).toBe('abandoned')
  })
})
