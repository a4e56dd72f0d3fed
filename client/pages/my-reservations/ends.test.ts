import { describe, expect, it } from 'vitest'
import { changesOf } from '../../reservation/edits.ts'
import { endChips, stepsOf } from './ends.ts'

describe('ends to choose with one tap [RES-4]', () => {
  it.each([
    [15, [15, 30, 60]],
    [1, [15, 30, 60]],
    [60, [60, 120, 240]],
    [45, [45, 90, 180]],
    [1_440, [1_440, 2_880, 5_760]],
  ])('slots of %i minutes: %j', (slot, steps) => {
    expect(stepsOf(slot)).toEqual(steps)
  })

  it('keep the time of day on the next day, also when the clocks change', () => {
    const chips = endChips('2026-10-24T16:00:00.000Z', 15, 'Europe/Berlin')
    expect(chips.map(({ by }) => by)).toEqual([15, 30, 60, 'day'])
    expect(new Date(chips.at(-1)?.end ?? 0).toISOString()).toBe('2026-10-25T17:00:00.000Z')
  })
})

describe('what was edited [RES-3]', () => {
  const view = { note: 'Left', licencePlate: 'DD HF 1', rfidToken: null }
  it.each([
    [{ note: 'Left', licencePlate: 'DD HF 1', rfidToken: '' }, {}],
    [{ note: ' Left ', licencePlate: 'DD HF 1', rfidToken: '  ' }, {}],
    [
      { note: '', licencePlate: 'DD HF 2', rfidToken: '' },
      { note: null, licencePlate: 'DD HF 2' },
    ],
    [{ note: 'Left', licencePlate: 'DD HF 1', rfidToken: '04A2' }, { rfidToken: '04A2' }],
  ])('%j changes %j', (typed, changes) => {
    expect(changesOf(view, typed)).toEqual(changes)
  })
})
