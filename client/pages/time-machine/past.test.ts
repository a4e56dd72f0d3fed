import { describe, expect, it, vi } from 'vitest'
import type { DeviceView } from '../../../contract/devices.ts'
import type { Timeline, TimelineEvent } from '../../../contract/sites/timeline.ts'
import { foldTimeline } from '../../../contract/sites/timeline-entries.ts'
import { planOf } from '../../site-canvas/testing/plan.ts'
import { densityOf } from './density.ts'
import { createPast } from './past.ts'
import { joined } from './use-timeline.ts'

const device = (id: number): Timeline['devices'][number] => ({
  id,
  name: `Lot ${id}`,
  hardwareId: `D-${id}`,
  type: { id: 1, name: 'Parking lot', names: {}, icon: null },
  gateway: { id: 1, name: 'Gateway' },
  retiredAt: null,
})
const timelineOf = (events: TimelineEvent[], standing: TimelineEvent[] = []): Timeline => ({
  from: 0,
  until: 1_000_000,
  coveredUntil: 1_000_000,
  cut: false,
  plan: planOf(),
  devices: [device(1), device(2)],
  standing,
  events,
})
const report = (at: number, deviceId: number, status: 'free' | 'blocked'): TimelineEvent => ({
  kind: 'report',
  at,
  deviceId,
  status,
  door: null,
})
const deviceCommand = {
  at: 10_000,
  deviceId: 1,
  deviceCommandId: 'o',
  action: 'open',
  allowedBy: 'operator',
  supportCode: 'HF',
  sentAt: 11_000,
  takenAt: 12_000,
  deadline: 25_000,
} as const
const settled = {
  at: 14_000,
  deviceId: 1,
  deviceCommandId: 'o',
  action: 'open',
  state: 'confirmed',
  reason: null,
} as const

function shownOf(timeline: Timeline) {
  const past = createPast()
  past.take(timeline, foldTimeline(timeline))
  const frames: (() => void)[] = []
  return {
    past,
    frames,
    at(moment: number) {
      past.show(moment)
      return (id: number) => past.view.row('device', id)?.view as DeviceView
    },
  }
}

describe('the rows of the past', () => {
  it('are what the live plan draws, and only those move whose device changed', async () => {
    const { past, at } = shownOf(
      timelineOf([report(5_000, 1, 'free')], [report(0, 1, 'blocked'), report(0, 2, 'free')]),
    )
    const rows = at(1_000)
    expect([rows(1).status, rows(2).status, rows(1).controls]).toEqual(['blocked', 'free', []])
    const [first, second] = [rows(1), rows(2)]
    at(5_000)
    await vi.waitFor(() => expect(rows(1)).not.toBe(first))
    expect([rows(1).status, rows(1).statusAt]).toEqual(['free', new Date(5_000).toISOString()])
    expect(rows(2)).toBe(second)
    expect(past.view.status().state).toBe('live')
  })

  it('show a command step by step as it went, and a minute longer', async () => {
    const timeline = timelineOf([
      { kind: 'command', ...deviceCommand },
      { kind: 'command-outcome', ...settled },
    ])
    const states = []
    for (const moment of [9_999, 10_000, 11_000, 12_000, 14_000, 74_000, 74_001])
      states.push(shownOf(timeline).at(moment)(1).deviceCommand?.state ?? null)
    expect(states).toEqual([null, 'queued', 'sent', 'taken', 'confirmed', 'confirmed', null])
  })

  it('are under maintenance with their site', () => {
    const timeline = timelineOf([
      { kind: 'maintenance-begins', at: 5, deviceId: null, periodId: 1, reason: 'Paint' },
      { kind: 'maintenance-ends', at: 9, deviceId: null, periodId: 1, why: 'revoked' },
    ])
    expect([4, 5, 8, 9].map((moment) => shownOf(timeline).at(moment)(2).maintenance)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('pieces of a timeline', () => {
  it('are joined where the one ends', () => {
    const first = { ...timelineOf([report(1, 1, 'free')]), coveredUntil: 5, cut: true }
    const whole = joined(first, { ...timelineOf([report(7, 1, 'blocked')]), from: 5 })
    expect([whole.from, whole.coveredUntil, whole.cut, whole.events.length]).toEqual([0, 1_000_000, false, 2])
  })

  it('are counted by lane, each event once, the last moment too', () => {
    const events = [report(0, 1, 'free'), report(999_999, 1, 'free'), report(1_000_000, 1, 'free')]
    const counts = densityOf([...events, { kind: 'command', ...deviceCommand }], timelineOf(events), 4)
    expect(counts).toEqual({ troubles: [0, 0, 0, 0], bookings: [1, 0, 0, 0], reports: [1, 0, 0, 2] })
  })
})
