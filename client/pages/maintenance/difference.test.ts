import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannedItem } from '../../../contract/maintenance.ts'
import { plannedOutcomes } from '../../../contract/maintenance.ts'
import { difference } from './difference.ts'
import { itemOf, previewOf } from './testing/views.ts'

const ids = (items: readonly PlannedItem[]) => items.map(({ reservationId }) => reservationId)

describe('the difference of two previews', () => {
  it('is empty while nothing changes [MAINT-4]', () => {
    const same = previewOf([itemOf(1), itemOf(2)])
    expect(difference(same, previewOf([itemOf(1), itemOf(2)]))).toEqual({
      added: [],
      gone: [],
      changed: [],
      unlisted: false,
    })
  })

  it('lists new and removed reservations, and those with another outcome [MAINT-4]', () => {
    const found = difference(
      previewOf([itemOf(1), itemOf(2), itemOf(3)]),
      previewOf([itemOf(2, { outcome: 'cannot-move', to: null }), itemOf(3), itemOf(4)]),
    )
    expect(ids(found.added)).toEqual([4])
    expect(ids(found.gone)).toEqual([1])
    expect(found.changed.map(({ before, after }) => [before.outcome, after.outcome])).toEqual([['move', 'cannot-move']])
    expect(found.unlisted).toBe(false)
  })

  it('does not treat another equivalent place as another outcome', () => {
    const found = difference(previewOf([itemOf(1)]), previewOf([itemOf(1, { to: { id: 9, name: 'Box 9' } })]))
    expect(found).toEqual({ added: [], gone: [], changed: [], unlisted: false })
  })

  it('of long previews ignores reservations that only crossed the edge of the list', () => {
    const seen = previewOf([itemOf(1), itemOf(2), itemOf(3)], 5)
    const now = previewOf([itemOf(2), itemOf(3), itemOf(4)], 4)
    expect(ids(difference(seen, now).gone)).toEqual([1])
    expect(ids(difference(seen, now).added)).toEqual([])
    expect(difference(previewOf([itemOf(1)], 5), previewOf([itemOf(1)], 6)).unlisted).toBe(true)
  })

  it('explains every step from one to the other, whatever they are', () => {
    const preview = fc
      .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 12 }), outcome: fc.constantFrom(...plannedOutcomes) }), {
        selector: ({ id }) => id,
      })
      .map((rows) => previewOf(rows.sort((a, b) => a.id - b.id).map(({ id, outcome }) => itemOf(id, { outcome }))))
    fc.assert(
      fc.property(preview, preview, (seen, now) => {
        const found = difference(seen, now)
        const outcomes = new Map(seen.items.map((item) => [item.reservationId, item.outcome]))
        for (const { reservationId } of found.gone) outcomes.delete(reservationId)
        for (const { after } of found.changed) outcomes.set(after.reservationId, after.outcome)
        for (const item of found.added) outcomes.set(item.reservationId, item.outcome)
        expect(outcomes).toEqual(new Map(now.items.map((item) => [item.reservationId, item.outcome])))
        expect(found.unlisted).toBe(false)
      }),
    )
  })
})
