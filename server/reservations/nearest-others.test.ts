import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearestOthers, type Standing } from './nearest-others.ts'

const standing = (text: string): Standing[] =>
  text.split(' ').map((each) => ({ free: each.endsWith('f'), pathNumber: Number.parseInt(each, 10) }))

it.each([
  ['1x', [null]],
  ['1f 1x 1f', [null, 0, null]],
  ['1f 1x 1x 1f', [null, 0, 3, null]],
  ['2f 1x 1x 1x 1f', [null, 4, 4, 4, null]],
  ['2f 1x 3f', [null, 0, null]],
  ['1x 1x 2f', [2, 2, null]],
])('nearest to each of %s', (places, expected) => {
  expect(nearestOthers(standing(places))).toEqual(expected)
})

it('agrees with sorting all free places by path and distance [BOOK-3]', () => {
  const place = fc.record({ free: fc.boolean(), pathNumber: fc.integer({ min: -1, max: 2 }) })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), (places) => {
      const sorted = places.map(({ free, pathNumber }, index) => {
        const others = places
          .map((each, at) => ({ ...each, at, away: Math.abs(at - index) }))
          .filter((each) => each.free)
          .sort(
            (a, b) =>
              Number(a.pathNumber !== pathNumber) - Number(b.pathNumber !== pathNumber) ||
              a.away - b.away ||
              a.at - b.at,
          )
        return free ? null : (others[0]?.at ?? null)
      })
      expect(nearestOthers(places)).toEqual(sorted)
    }),
  )
})
