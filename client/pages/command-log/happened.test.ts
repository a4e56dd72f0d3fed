import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceCommandOf } from '../../commands/testing/device.ts'
import { happenedOf, type WholeCommand } from './happened.ts'

const start = Date.parse('2026-11-21T09:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
const whole = (facts: Partial<WholeCommand> = {}): WholeCommand => ({
  ...deviceCommandOf(),
  device: { id: 7, name: 'Box 7' },
  site: { id: 1, name: 'Bahnhof', timeZone: 'Europe/Berlin' },
  gateway: { id: 1, name: 'GW-1' },
  reservation: null,
  run: null,
  byGateway: false,
  icon: 'bike',
  counter: 4,
  note: null,
  answeredAt: null,
  answer: null,
  checks: null,
  event: null,
  reports: [],
  siblings: [],
  ...facts,
})
const kinds = (deviceCommand: WholeCommand) => happenedOf(deviceCommand).map(({ kind }) => kind)

describe('what happened around a command', () => {
  it('is sorted by time, complete, each entry with its gap [CTRL-8]', () => {
    const moment = fc.integer({ min: -60, max: 60 }).map(at)
    fc.assert(
      fc.property(fc.array(moment), fc.option(moment), fc.option(moment), (reports, sent, taken) => {
        const deviceCommand = whole({
          sentAt: sent,
          takenAt: taken,
          reports: reports.map((each) => ({ at: each, status: 'free', doorState: 'open' })),
        })
        const found = happenedOf(deviceCommand)
        expect(found.filter(({ kind }) => kind === 'report')).toHaveLength(reports.length)
        expect(found.some(({ kind }) => kind === 'sent')).toBe(sent !== null)
        for (const [place, each] of found.entries()) {
          expect(each.after).toBe((Date.parse(each.at) - start) / 1_000)
          const next = found[place + 1]
          if (next) expect(next.after).toBeGreaterThanOrEqual(each.after)
        }
      }),
    )
  })

  it('shows the deadline while it is awaited and if it decided, not after a success', () => {
    expect(kinds(whole({ state: 'sent', sentAt: at(0.1) }))).toEqual(['asked', 'sent', 'deadline'])
    const well = whole({ state: 'confirmed', sentAt: at(0.1), takenAt: at(0.2), settledAt: at(2) })
    expect(kinds(well)).toEqual(['asked', 'sent', 'taken', 'ended'])
    expect(kinds(whole({ state: 'expired', settledAt: at(15) }))).toEqual(['asked', 'deadline', 'ended'])
  })

  it('has no end and no deadline for a refused request: nothing was sent', () => {
    expect(kinds(whole({ state: 'refused', settledAt: at(0) }))).toEqual(['asked'])
  })

  it('puts the cause before its effect at the same moment', () => {
    const deviceCommand = whole({
      state: 'confirmed',
      event: { event: 'plate-seen', at: at(0), outcome: 'opened' },
      sentAt: at(0),
      reports: [{ at: at(1), status: 'free', doorState: 'open' }],
      settledAt: at(1),
    })
    expect(kinds(deviceCommand)).toEqual(['seen', 'asked', 'sent', 'report', 'ended'])
  })
})
