import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceM, tellEveryMs, worthTelling } from './distance.ts'

describe('the distance to a fence', () => {
  it('is that of the globe', () => {
    const dresden = { latitude: 51.0504, longitude: 13.7373 }
    expect(distanceM(dresden, { latitude: 52.52, longitude: 13.405 })).toBeCloseTo(164_970, -3)
    expect(distanceM(dresden, dresden)).toBe(0)
    expect(distanceM({ latitude: 0, longitude: 179.9999 }, { latitude: 0, longitude: -179.9999 })).toBeCloseTo(22.24, 1)
  })

  it('is told every ten seconds at most, sooner only when the fence was crossed [CTRL-1]', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ wait: fc.nat(20_000), inside: fc.boolean() })), (fixes) => {
        let now = 0
        const told: { at: number; inside: boolean }[] = []
        for (const { wait, inside } of fixes) {
          now += wait
          if (worthTelling(told.at(-1) ?? null, inside, now)) told.push({ at: now, inside })
        }
        for (const [at, each] of told.entries()) {
          const before = told[at - 1]
          if (before && before.inside === each.inside) expect(each.at - before.at).toBeGreaterThanOrEqual(tellEveryMs)
        }
        expect(told.length > 0).toBe(fixes.length > 0)
      }),
    )
  })
})
