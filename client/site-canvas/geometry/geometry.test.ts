import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aligned, alignments, spread } from './align.ts'
import { arranged } from './arrange.ts'
import { boundsOf, centreOf, cornersOf, holds, overlaps, type Place, type Rect } from './box.ts'
import { indexOf } from './grid-index.ts'
import { handleAt, handles, resized, turnTo, wholeTurn } from './handles.ts'
import { type Direction, firstOf, nextIn } from './neighbours.ts'
import { gridStep, northOf, scaleBar } from './scale.ts'
import { snapped, snappedLine } from './snap.ts'
import { fitted, inSight, kept, limitsOf, showing, toPlan, toScreen, zoomed } from './view.ts'

const mm = fc.integer({ min: -50_000, max: 200_000 })
const length = fc.integer({ min: 100, max: 20_000 })
const place: fc.Arbitrary<Place> = fc.record({
  xMm: mm,
  yMm: mm,
  widthMm: length,
  heightMm: length,
  rotationDeg: fc.integer({ min: 0, max: 359 }),
})
/** With the slack, its corners reach further out than the slack itself. */
const turned92: Place = { xMm: 0, yMm: 2_007, widthMm: 100, heightMm: 106, rotationDeg: 92 }
const places = (minLength: number) =>
  fc.array(place, { minLength, maxLength: 30 }).map((list) => new Map(list.map((each, at) => [at + 1, each] as const)))
const point = fc.record({
  x: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
  y: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
})
const size = fc.record({ width: fc.integer({ min: 200, max: 2_000 }), height: fc.integer({ min: 200, max: 2_000 }) })
const rect: fc.Arbitrary<Rect> = fc
  .tuple(mm, mm, length, length)
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }))
const close = (a: number, b: number, by = 1e-3) => expect(Math.abs(a - b)).toBeLessThanOrEqual(by)

describe('the view of a plan', () => {
  it('maps every point of the plan to one of the window, and back [LIVE-4]', () => {
    fc.assert(
      fc.property(rect, size, point, (whole, window, at) => {
        const view = fitted(whole, window, 20)
        const back = toPlan(view, toScreen(view, at))
        close(back.x, at.x, 0.01)
        close(back.y, at.y, 0.01)
      }),
    )
  })

  it('shows everything it is fitted to [LIVE-4]', () => {
    fc.assert(
      fc.property(rect, size, (whole, window) => {
        const shown = inSight(fitted(whole, window, 20), window)
        expect(shown.left).toBeLessThanOrEqual(whole.left + 1e-3)
        expect(shown.right).toBeGreaterThanOrEqual(whole.right - 1e-3)
        expect(shown.top).toBeLessThanOrEqual(whole.top + 1e-3)
        expect(shown.bottom).toBeGreaterThanOrEqual(whole.bottom - 1e-3)
      }),
    )
  })

  it('keeps the point under the pointer while zooming, within its limits [LIVE-4]', () => {
    fc.assert(
      fc.property(rect, size, fc.double({ min: 0.05, max: 20, noNaN: true }), (whole, window, factor) => {
        const view = fitted(whole, window, 20)
        const limits = limitsOf(view)
        const at = { x: window.width / 3, y: window.height / 4 }
        const next = zoomed(view, factor, at, limits)
        const before = toPlan(view, at)
        const after = toPlan(next, at)
        close(after.x, before.x, 0.01)
        close(after.y, before.y, 0.01)
        expect(next.scale).toBeGreaterThanOrEqual(limits.least)
        expect(next.scale).toBeLessThanOrEqual(limits.most)
      }),
    )
  })

  it('never loses the plan out of the window, and can bring any device into it [LIVE-4]', () => {
    fc.assert(
      fc.property(rect, size, point, place, (whole, window, by, device) => {
        const view = fitted(whole, window, 20)
        const held = kept({ ...view, x: view.x + by.x, y: view.y + by.y }, whole, window)
        expect(overlaps(inSight(held, window), whole)).toBe(true)
        const bounds = boundsOf(device)
        const shown = inSight(showing(held, bounds, window), window)
        expect(overlaps(shown, bounds)).toBe(true)
      }),
    )
  })
})

describe('positions', () => {
  it('are within their bounds, and contain their own corners and centre', () => {
    fc.assert(
      fc.property(place, (each) => {
        const bounds = boundsOf(each)
        expect(holds(each, centreOf(each))).toBe(true)
        for (const corner of cornersOf(each)) {
          expect(holds(each, corner, 0.01)).toBe(true)
          expect(corner.x).toBeGreaterThanOrEqual(bounds.left - 0.01)
          expect(corner.x).toBeLessThanOrEqual(bounds.right + 0.01)
          expect(corner.y).toBeGreaterThanOrEqual(bounds.top - 0.01)
          expect(corner.y).toBeLessThanOrEqual(bounds.bottom + 0.01)
        }
      }),
    )
  })

  it('the index finds exactly what a full search finds [LIVE-4]', () => {
    fc.assert(
      fc.property(places(0), rect, (all, window) => {
        const index = indexOf(all)
        const naive = [...all].filter(([, each]) => overlaps(boundsOf(each), window)).map(([id]) => id)
        expect(index.in(window)).toEqual(naive)
        expect(index.size).toBe(all.size)
      }),
    )
  })

  it('the topmost device is hit, and one beside the pointer only if none is under it [LIVE-4]', () => {
    fc.assert(
      fc.property(places(1), point, fc.integer({ min: 0, max: 3_000 }), (all, at, slack) => {
        const under = [...all].findLast(([, each]) => holds(each, at))?.[0]
        const beside = [...all].findLast(([, each]) => holds(each, at, slack))?.[0]
        expect(indexOf(all).at(at, slack)).toBe(under ?? beside ?? null)
      }),
      { examples: [[new Map([[1, turned92]]), { x: 0, y: 0 }, 2_008]] },
    )
  })
})

describe('arrow keys', () => {
  const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const
  const directions = Object.keys(opposite) as Direction[]

  it('move in their direction, and the opposite key returns [LIVE-4]', () => {
    fc.assert(
      fc.property(places(2), fc.constantFrom(...directions), (all, direction) => {
        const next = nextIn(direction, 1, all)
        if (next === null) return
        const [from, to] = [centreOf(all.get(1) as Place), centreOf(all.get(next) as Place)]
        const ahead = { left: from.x - to.x, right: to.x - from.x, up: from.y - to.y, down: to.y - from.y }[direction]
        expect(ahead).toBeGreaterThan(0)
        expect(nextIn(opposite[direction], next, all)).not.toBeNull()
      }),
    )
  })

  it('stay in a row of small and large devices along one line', () => {
    const row = new Map(
      [1_000, 5_000, 2_000, 5_000].map((heightMm, at) => [
        at + 1,
        { xMm: at * 3_000, yMm: 0, widthMm: 900, heightMm, rotationDeg: 0 },
      ]),
    )
    expect([1, 2, 3, 4].map((id) => nextIn('right', id, row))).toEqual([2, 3, 4, null])
    expect([4, 3, 2, 1].map((id) => nextIn('left', id, row))).toEqual([3, 2, 1, null])
  })

  it('reach every device of a row, from the first to the last', () => {
    const row = new Map(
      Array.from({ length: 40 }, (_, at) => [
        at + 1,
        { xMm: at * 2_600, yMm: 0, widthMm: 2_500, heightMm: 5_000, rotationDeg: 0 },
      ]),
    )
    const seen: (number | null)[] = []
    for (let at = firstOf(row); at !== null; at = nextIn('right', at, row)) seen.push(at)
    expect(seen).toEqual([...row.keys()])
  })
})

describe('snapping', () => {
  const rules = { gridMm: 100, reachMm: 150 }

  it('ends on a line of a neighbour or on the grid, and moves no further than allowed [LIVE-4]', () => {
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 8 }), (moved, near) => {
        const { dx, dy, guides } = snapped(moved, near, rules)
        for (const by of [dx, dy]) expect(Math.abs(by)).toBeLessThanOrEqual(rules.reachMm)
        const lines = [moved.left + dx, moved.right + dx, (moved.left + moved.right) / 2 + dx]
        const guide = guides.find(({ axis }) => axis === 'x')
        if (guide) expect(lines.some((line) => Math.abs(line - guide.at) < 1e-6)).toBe(true)
        else close(Math.abs((moved.left + dx) % rules.gridMm), 0)
      }),
    )
  })

  it('prefers edges over the grid', () => {
    const neighbour = { left: 0, top: 0, right: 2_530, bottom: 5_000 }
    const moved = { left: 2_600, top: 40, right: 5_100, bottom: 5_040 }
    expect(snapped(moved, [neighbour], rules)).toMatchObject({ dx: -70, dy: -40 })
    expect(snappedLine(2_600, 'x', [neighbour], rules)).toBe(2_530)
    expect(snappedLine(3_060, 'x', [neighbour], rules)).toBe(3_100)
  })
})

describe('resizing and turning', () => {
  const across = { nw: 'se', n: 's', ne: 'sw', e: 'w', se: 'nw', s: 'n', sw: 'ne', w: 'e' } as const

  it('leaves the opposite edge where it was, within a millimetre [LIVE-4]', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...handles), point, (each, handle, to) => {
        const next = resized(each, handle, to)
        const [before, after] = [handleAt(each, across[handle]), handleAt(next, across[handle])]
        close(after.x, before.x, 1.5)
        close(after.y, before.y, 1.5)
        expect(Math.min(next.widthMm, next.heightMm)).toBeGreaterThanOrEqual(Math.min(50, each.widthMm, each.heightMm))
      }),
    )
  })

  it('rotates in steps of 15 degrees, or to any whole one', () => {
    fc.assert(
      fc.property(place, point, (each, to) => {
        expect(turnTo(each, to, false) % 15).toBe(0)
        expect(turnTo(each, to, true)).toBe(wholeTurn(turnTo(each, to, true)))
      }),
    )
    const upright = { xMm: 0, yMm: 0, widthMm: 1_000, heightMm: 1_000, rotationDeg: 0 }
    expect(turnTo(upright, { x: 5_000, y: 500 }, false)).toBe(90)
    expect(turnTo(upright, { x: 500, y: -5_000 }, true)).toBe(0)
  })
})

describe('aligning and arranging', () => {
  it('puts every device on the same line [LIVE-4]', () => {
    const lineOf = (to: (typeof alignments)[number], { left, right, top, bottom }: Rect) =>
      ({ left, right, centre: (left + right) / 2, top, bottom, middle: (top + bottom) / 2 })[to]
    fc.assert(
      fc.property(places(2), fc.constantFrom(...alignments), (all, to) => {
        const lines = [...aligned(all, to).values()].map((each) => lineOf(to, boundsOf(each)))
        close(Math.max(...lines), Math.min(...lines), 1.01)
      }),
    )
  })

  it('distributes centres or gaps evenly and leaves the outermost where they are [LIVE-4]', () => {
    fc.assert(
      fc.property(places(3), fc.constantFrom('x', 'y'), fc.constantFrom('middles', 'gaps'), (all, axis, by) => {
        const moved = spread(all, axis, by)
        const spans = [...moved.values()]
          .map(boundsOf)
          .map(({ left, right, top, bottom }) => (axis === 'x' ? { from: left, to: right } : { from: top, to: bottom }))
        const lined = spans.sort((a, b) => a.from + a.to - b.from - b.to)
        const steps = lined.slice(1).map(({ from, to }, at) => {
          const before = lined[at] ?? { from: 0, to: 0 }
          return by === 'gaps' ? from - before.to : (from + to - before.from - before.to) / 2
        })
        if (by === 'middles' || Math.min(...steps) > 2) close(Math.max(...steps), Math.min(...steps), 2.01)
        expect(moved.size).toBe(all.size)
      }),
    )
  })

  it('lays out devices without a position without overlap, below existing ones [LIVE-4]', () => {
    const unplaced = fc.record({
      name: fc.string(),
      widthMm: fc.integer({ min: 300, max: 5_000 }),
      heightMm: fc.integer({ min: 300, max: 5_000 }),
      path: fc.integer({ min: -1, max: 3 }),
      sequence: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(unplaced, { maxLength: 40 }), places(0), (devices, standing) => {
        const wanted = devices.map((device, at) => ({ ...device, id: 1_000 + at }))
        const found = arranged(wanted, standing.values(), { lengthMm: 30_000 })
        const boxes = [...found.values()].map(boundsOf)
        expect(found.size).toBe(devices.length)
        for (const [at, box] of boxes.entries()) {
          for (const other of [...boxes.slice(at + 1), ...[...standing.values()].map(boundsOf)])
            expect(overlaps(box, other)).toBe(false)
        }
      }),
    )
  })
})

describe('scale and north', () => {
  it.each([
    [0.01, 100, 10_000, 100],
    [0.02, 100, 5_000, 100],
    [0.4, 100, 200, 80],
    [0.0005, 120, 200_000, 100],
  ])('a bar at %f px a mm and at most %i px is %i mm long', (scale, most, bar, px) => {
    const found = scaleBar(scale, most)
    expect(found.mm).toBe(bar)
    close(found.px, px)
  })

  it('the grid is round and never too dense', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.5, noNaN: true }), (scale) => {
        const step = gridStep(scale)
        expect(step * scale).toBeGreaterThanOrEqual(24 - 1e-6)
        expect(step * scale).toBeLessThan(24 * 2.6)
      }),
    )
  })

  it('north follows from any two corners, and is unknown with fewer', () => {
    const at = (latitude: number, longitude: number) => ({ latitude, longitude })
    const none = { upperLeft: null, upperRight: null, lowerLeft: null, lowerRight: null }
    expect(northOf({ ...none, upperLeft: at(51.001, 13), lowerLeft: at(51, 13) })).toBe(0)
    // The upper edge looks east: north is to the left.
    expect(northOf({ ...none, upperLeft: at(51, 13.001), lowerLeft: at(51, 13) })).toBe(270)
    expect(northOf({ ...none, upperLeft: at(51, 13), upperRight: at(51, 13.001) })).toBe(0)
    expect(northOf({ ...none, upperLeft: at(51, 13) })).toBeNull()
  })
})
