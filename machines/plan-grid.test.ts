import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridPlaces } from './plan-grid.ts'

const mm = (min: number, max: number) => fc.integer({ min, max })
const grids = fc.record({
  count: mm(1, 200),
  perRow: mm(1, 50),
  widthMm: mm(1, 5_000),
  heightMm: mm(1, 5_000),
  gapMm: mm(0, 2_000),
  aisleMm: mm(0, 8_000),
})

describe('a grid on the plan', () => {
  it('fills row by row', () => {
    const grid = { count: 5, perRow: 3, widthMm: 850, heightMm: 2_000, gapMm: 50, aisleMm: 3_000 }
    expect(gridPlaces(grid).map(({ xMm, yMm }) => [xMm, yMm])).toEqual([
      [1_000, 1_000],
      [1_900, 1_000],
      [2_800, 1_000],
      [1_000, 6_000],
      [1_900, 6_000],
    ])
  })

  it('never lays one device on another', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const places = gridPlaces(grid)
        expect(places).toHaveLength(grid.count)
        for (const [at, a] of places.entries()) {
          const next = places[at + 1]
          if (next === undefined) continue
          const beside = next.yMm === a.yMm && next.xMm >= a.xMm + a.widthMm
          expect(beside || next.yMm >= a.yMm + a.heightMm).toBe(true)
        }
      }),
    )
  })
})
