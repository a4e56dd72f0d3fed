import { expect, it } from 'vitest'
import { publishEdges } from './publish-edges.ts'

it('tells each moment once, again after a failure, and goes back no further than anybody may resume [LIVE-6]', async () => {
  const at = (second: number) => new Date(1_700_000_000_000 + second * 1_000)
  // One minute may be resumed. The last but one run comes after another process has told for an hour.
  const runs = [
    { now: 0, since: -60, fails: false },
    { now: 5, since: 0, fails: false },
    { now: 10, since: 5, fails: true },
    { now: 15, since: 5, fails: false },
    { now: 3_600, since: 3_540, fails: false },
    { now: 3_605, since: 3_600, fails: false },
  ]
  const told: Date[][] = []
  let now = at(0)
  let fails = false
  const run = publishEdges({ clock: async () => now, resumeMinutes: 1 }, async (...span) => {
    told.push(span)
    if (fails) throw new Error('away')
    return told.length
  })
  for (const [place, each] of runs.entries()) {
    now = at(each.now)
    fails = each.fails
    if (fails) await expect(run()).rejects.toThrow('away')
    else expect(await run()).toBe(place + 1)
  }
  expect(told).toEqual(runs.map((each) => [at(each.since), at(each.now)]))
})
