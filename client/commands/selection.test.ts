import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSelection } from './selection.ts'

const ids = Array.from({ length: 20 }, (_, at) => at * 3)
const one = fc.constantFrom(...ids)

describe('the selection of the smart remote', () => {
  it('gives a range the state of the device touched before, in any direction [LIVE-3]', () => {
    fc.assert(
      fc.property(fc.uniqueArray(one), one, one, (before, from, to) => {
        const selection = createSelection()
        selection.put(before, true)
        selection.toggle(from)
        selection.extend(ids, to)
        const [low, high] = [Math.min(from, to), Math.max(from, to)]
        for (const id of ids) {
          const expected = id >= low && id <= high ? !before.includes(from) : before.includes(id)
          expect(selection.has(id)).toBe(expected)
        }
      }),
    )
  })

  it('treats a range without a beginning, or with a filtered one, as one device', () => {
    const selection = createSelection()
    selection.extend(ids, 6)
    selection.extend([9, 12], 12)
    expect([...selection.all()]).toEqual([6, 12])
  })

  it('survives filters and changes, but not the device itself, and notifies only then', () => {
    const selection = createSelection()
    selection.put([0, 3, 6], true)
    let told = 0
    const off = selection.onChange(() => (told += 1))
    selection.keep(() => true)
    expect(told).toBe(0)
    selection.keep((id) => id !== 3)
    expect([told, [...selection.all()]]).toEqual([1, [0, 6]])
    selection.clear()
    selection.clear()
    expect([told, selection.all().size]).toEqual([2, 0])
    off()
  })
})
