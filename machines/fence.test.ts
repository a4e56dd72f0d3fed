import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, isVague, leaveMarginM, metresBetween, metresTo, type Position } from './fence.ts'

/** Metres of one degree of latitude. */
const degreeM = 111_195
/** A position so many metres east and north of another one. */
const moved = ({ latitude, longitude }: Position, east: number, north: number): Position => ({
  latitude: latitude + north / degreeM,
  longitude: longitude + east / (degreeM * Math.cos((latitude * Math.PI) / 180)),
})
const places = fc.record({
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const freiburg = { latitude: 47.9977, longitude: 7.8421 }

describe('the distance to a site', () => {
  it('is measured along the surface of the earth', () => {
    expect(metresBetween(freiburg, { latitude: 51.0504, longitude: 13.7373 })).toBeCloseTo(546_000, -4)
    expect(metresBetween(freiburg, freiburg)).toBe(0)
    expect(metresTo(freiburg, { point: null, corners: null })).toBeNull()
  })

  it('is 0 on its ground, otherwise the distance to the nearest side [CTRL-1]', () => {
    const metres = fc.integer({ min: -400, max: 400 })
    const sizes = fc.integer({ min: 10, max: 150 })
    fc.assert(
      fc.property(places, sizes, sizes, metres, metres, fc.nat(3), (centre, wide, high, east, north, turn) => {
        const around = [
          moved(centre, -wide, high),
          moved(centre, wide, high),
          moved(centre, wide, -high),
          moved(centre, -wide, -high),
        ]
        const corners = [...around.slice(turn), ...around.slice(0, turn)]
        const found = metresTo(moved(centre, east, north), { point: centre, corners })
        // Computed by hand for a rectangle along the axes.
        const beside = [Math.max(0, Math.abs(east) - wide), Math.max(0, Math.abs(north) - high)] as const
        expect(Math.abs((found ?? -1) - Math.hypot(...beside))).toBeLessThan(1.5)
      }),
    )
  })

  it('is the distance to the point if the corners are unknown, and from far away to the nearest corner', () => {
    expect(metresTo(moved(freiburg, 300, 400), { point: freiburg, corners: null })).toBeCloseTo(500, -1)
    const corners = [freiburg, moved(freiburg, 50, 0), moved(freiburg, 50, 50), moved(freiburg, 0, 50)]
    expect(metresTo({ latitude: 51.0504, longitude: 13.7373 }, { point: null, corners })).toBeCloseTo(546_000, -4)
  })
})

describe('the fence', () => {
  it('is entered at its edge and left only beyond the margin [GW-8]', () => {
    expect([100, 100.1].map((metres) => isInside(false, metres, 100))).toEqual([true, false])
    expect([150, 150.1].map((metres) => isInside(true, metres, 100))).toEqual([true, false])
  })

  it('is crossed at most once by a position that varies less than the margin [GW-8]', () => {
    const wobble = fc.array(fc.double({ min: 0, max: leaveMarginM, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(wobble, fc.integer({ min: 20, max: 2_000 }), (steps, fence) => {
        let inside = false
        let entries = 0
        for (const step of steps) {
          const next = isInside(inside, fence + step, fence)
          if (next && !inside) entries += 1
          inside = next
        }
        expect(entries).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('requires an accuracy of its own radius, 100 m at least', () => {
    expect([isVague(100, 50), isVague(101, 50), isVague(300, 300), isVague(301, 300)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})
