import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minIntervalMs, repeatMs, shouldReport } from './arrival-reports.ts'

describe('reporting a position', () => {
  it('happens at most every ten seconds, sooner only when the fence was crossed, and a crossing is reported in time [CTRL-1]', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ wait: fc.nat(20_000), inside: fc.boolean() })), (fixes) => {
        let now = 0
        const told: { at: number; inside: boolean }[] = []
        for (const { wait, inside } of fixes) {
          now += wait
          const last = told.at(-1)
          const worth = shouldReport(last ?? null, inside, now)
          if (last === undefined || now - last.at >= repeatMs) expect(worth).toBe(true)
          else if (last.inside === inside) expect(worth).toBe(false)
          else expect(worth).toBe(now - last.at >= minIntervalMs)
          if (worth) told.push({ at: now, inside })
        }
      }),
    )
  })
})
