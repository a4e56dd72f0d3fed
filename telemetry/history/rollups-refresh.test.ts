import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spansOf } from './rollups-refresh.ts'

it('merges adjacent buckets, each once, in order', () => {
  expect(spansOf([], 2)).toEqual([])
  expect(spansOf([4, 0, 2, 8, 4], 2)).toEqual([
    [0, 6],
    [8, 10],
  ])
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 6 }), (numbers, length) => {
      const spans = spansOf(
        numbers.map((n) => n * length),
        length,
      )
      const covered = spans.flatMap(([from, until]) =>
        Array.from({ length: (until - from) / length }, (_, n) => from / length + n),
      )
      expect(covered).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(spans.every(([from], index) => index === 0 || from > (spans[index - 1]?.[1] ?? 0))).toBe(true)
    }),
  )
})
