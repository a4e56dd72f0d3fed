import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceCommandView } from '../../../contract/devices.ts'
import { deviceCommandStates } from '../../../machines/device-command.ts'
import { deviceCommandOf } from '../../commands/testing/device.ts'
import { asksFirst, type Ended, type Given, progressOf, sameProgress } from './several.ts'

const given = (issued: number[], refused: number[]): Given => ({
  runId: '00000000-0000-4000-8000-00000000000a',
  issued: issued.map((deviceId) => ({ deviceId, deviceCommandId: `command ${deviceId}` })),
  refused: refused.map((deviceId) => ({ deviceId, code: 'device-occupied', supportCode: `HF-${deviceId}` })),
  deadline: '2026-11-21T09:00:15.000Z',
  action: 'open',
  emergency: false,
  names: new Map(),
})
const nothing: ReadonlyMap<string, Ended> = new Map()

describe('the report on a command for several devices', () => {
  it('counts every device exactly once, whatever its outcome [LIVE-3] [CTRL-5]', () => {
    const states = fc.array(fc.constantFrom(...deviceCommandStates, 'another' as const, null), { maxLength: 30 })
    fc.assert(
      fc.property(states, fc.nat(5), (shown, refusals) => {
        const issued = shown.map((_, at) => at)
        const refused = Array.from({ length: refusals }, (_, at) => 100 + at)
        const commandAt = (id: number): DeviceCommandView | null => {
          const state = shown[id] ?? null
          if (state === null) return null
          return state === 'another'
            ? deviceCommandOf({ id: 'later' })
            : deviceCommandOf({ id: `command ${id}`, state })
        }
        const { total, confirmed, waiting, troubles } = progressOf(given(issued, refused), commandAt, nothing)
        expect(total).toBe(issued.length + refusals)
        expect(confirmed + waiting + troubles.length).toBe(total)
        expect(confirmed).toBe(shown.filter((state) => state === 'confirmed').length)
      }),
    )
  })

  it('remembers an outcome that a later command of the device hides, and accepts a late confirmation', () => {
    const asked = given([1], [])
    const failed = deviceCommandOf({ id: 'command 1', state: 'failed', reason: 'not-in-time' })
    const first = progressOf(asked, () => failed, nothing)
    expect(first.troubles).toMatchObject([{ deviceId: 1, state: 'failed', reason: 'not-in-time' }])
    const hidden = progressOf(asked, () => deviceCommandOf({ id: 'later' }), first.heard)
    expect(sameProgress(first, hidden)).toBe(true)
    const late = progressOf(asked, () => ({ ...failed, state: 'confirmed', late: true }), first.heard)
    expect(late).toMatchObject({ confirmed: 1, troubles: [] })
    expect(sameProgress(first, late)).toBe(false)
  })

  it('asks before more than one thing moves or restarts [LIVE-3]', () => {
    expect(asksFirst('open', 1)).toBe(false)
    expect(asksFirst('refresh', 2_000)).toBe(false)
    for (const action of ['open', 'close', 'recalibrate', 'reboot'] as const) expect(asksFirst(action, 2)).toBe(true)
  })
})
