import { describe, expect, it } from 'vitest'
import { graceAt } from './grace.ts'
import { doorOff, left, phaseOf } from './may.ts'
import { access, device, door, noon } from './testing/views.ts'

const minutes = 60_000
const at = (after: number) => new Date(noon + after * minutes).toISOString()
const overstay = {
  until: at(30),
  prices: [
    { until: at(5), cents: 0 },
    { until: at(15), cents: 50 },
    { until: at(30), cents: 450 },
  ],
}
const stayed = access({
  start: at(-60),
  end: at(0),
  overstay,
  devices: [device(2, { main: true })],
  openings: { entriesUsed: 5, entryLimit: 6, exitsUsed: 0, exitLimit: 5 },
})
const around = (after: number) => ({ now: noon + after * minutes, carries: true, pending: false })

describe('a place that was not left in time', () => {
  it('can be opened until the grace period ends, and not a moment longer [CTRL-2]', () => {
    const one = {
      device: device(2, { main: true }),
      view: door(2, { status: 'occupied', occupiedBlocksControl: false }),
    }
    const phases = [-1, 0, 29.9, 30].map((after) => phaseOf(stayed, noon + after * minutes))
    expect(phases).toEqual(['open', 'grace', 'grace', 'over'])
    expect([0, 29.9, 30].map((after) => doorOff(stayed, one, 'open', around(after)))).toEqual([
      null,
      null,
      'reservation-over',
    ])
    expect(doorOff(access({ end: at(0) }), one, 'open', around(0))).toBe('reservation-over')
    expect(left(stayed, 'entry')).toBe(1)
  })

  it.each([
    [0, 0, { at: at(5), cents: 50 }],
    [5, 0, { at: at(5), cents: 50 }],
    [6, 50, { at: at(15), cents: 450 }],
    [29, 450, null],
    [40, 450, null],
  ])('after %i minutes costs %i cents', (after, cents, changes) =>
    expect(graceAt(overstay, noon + after * minutes)).toEqual({ cents, changes }),
  )

  it('costs a guest nothing', () => {
    expect(graceAt({ ...overstay, prices: [] }, noon)).toEqual({ cents: null, changes: null })
  })
})
