import { describe, expect, it } from 'vitest'
import type { Timeline, TimelineEvent } from './timeline.ts'
import { foldTimeline } from './timeline-entries.ts'

describe('stateAt', () => {
  it('reads few of twenty thousand events at any moment, and keeps unchanged objects', () => {
    const devices = Array.from({ length: 500 }, (_, index) => ({ id: index + 1 }) as Timeline['devices'][number])
    const events = Array.from({ length: 20_000 }, (_, index): TimelineEvent => {
      const status = index % 2 ? 'free' : 'blocked'
      return { kind: 'report', at: index * 10, deviceId: (index % 500) + 1, status, door: null }
    })
    let looks = 0
    const counted = new Proxy(events, {
      get: (list, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1
        return Reflect.get(list, name) as unknown
      },
    })
    const fold = foldTimeline({ devices, standing: [], events: counted })
    looks = 0
    for (let index = 0; index < 20_000; index += 97) {
      const { devices: then } = fold.stateAt(index * 10)
      expect(then.get((index % 500) + 1)?.report?.at).toBe(index * 10)
    }
    // Per moment: a search, and the events since the last checkpoint.
    expect(looks / 207).toBeLessThan(600)
    const [before, after] = [fold.stateAt(100_000), fold.stateAt(100_010)]
    const changed = [...after.devices].filter(([id, device]) => before.devices.get(id) !== device).map(([id]) => id)
    expect(changed).toEqual([(10_001 % 500) + 1])
  })
})
