import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlChecks, refusalOf } from '../../../machines/control.ts'
import { type Action, actions, deviceStatuses, doorStates } from '../../../machines/device.ts'
import { deviceCommandOf, deviceOf } from '../../commands/testing/device.ts'
import { actionStates } from '../../devices/actions.ts'
import { forecast, sameForecast } from './forecast.ts'

const fleet = fc
  .array(
    fc.record({
      status: fc.constantFrom(...deviceStatuses),
      doorState: fc.constantFrom(...doorStates, null),
      maintenance: fc.boolean(),
      reachable: fc.boolean(),
      deviceCommand: fc.constantFrom(null, deviceCommandOf({ state: 'sent' }), deviceCommandOf({ state: 'confirmed' })),
      gateway: fc.boolean().map((linked) => ({ id: 1, name: 'GW-1', linked })),
      controls: fc.constantFrom<readonly Action[]>(['open'], actions).map((each) => [...each]),
    }),
    { maxLength: 30 },
  )
  .map((rows) => rows.map((facts, at) => deviceOf({ ...facts, id: at + 1 })))

describe('the forecast of a command for several devices', () => {
  it('says the same for each device as its own button [LIVE-3] [CTRL-6]', () => {
    fc.assert(
      fc.property(fleet, fc.constantFrom(...actions), fc.boolean(), (devices, action, carries) => {
        const { will, cannot } = forecast(devices, action, carries)
        const said = new Map(cannot.flatMap(({ refusal, ids }) => ids.map((id) => [id, refusal as string] as const)))
        expect(will.length + said.size).toBe(devices.length)
        for (const device of devices) {
          const button = actionStates(device, carries).find((each) => each.action === action)
          const expected = button ? button.refusal : carries ? 'action-not-supported' : 'no-connection'
          expect(said.get(device.id) ?? null).toBe(expected)
          expect(will.includes(device.id)).toBe(expected === null)
        }
        expect(sameForecast(forecast(devices, action, carries), { will, cannot })).toBe(true)
      }),
    )
  })

  it('in an emergency counts only what is impossible: no link, no such command, one on its way [LIVE-3]', () => {
    fc.assert(
      fc.property(fleet, (devices) => {
        for (const { refusal } of forecast(devices, 'open', true, 'emergency').cannot)
          expect(['action-not-supported', 'command-in-flight', 'gateway-unreachable']).toContain(refusal)
        const more = forecast(devices, 'open', true, 'emergency').will
        for (const id of forecast(devices, 'open', true).will) expect(more).toContain(id)
      }),
    )
  })

  it('is evaluated again when a device changes', () => {
    const closed = deviceOf({ id: 1 })
    expect(forecast([closed], 'open', true).will).toEqual([1])
    const occupied = { ...closed, status: 'occupied' as const }
    expect(forecast([occupied], 'open', true).cannot).toEqual([{ refusal: 'device-occupied', ids: [1] }])
    const facts = {
      controls: closed.controls,
      occupiedBlocksControl: true,
      repeatable: [],
      maintenance: false,
      commandInFlight: false,
    }
    const asked = {
      ...facts,
      status: 'occupied',
      doorState: 'closed',
      reachable: true,
      linked: true,
      restSeconds: 0,
    } as const
    expect(refusalOf(controlChecks({ action: 'open', by: 'operator' }, asked, null, new Date(0)))).toBe(
      'device-occupied',
    )
  })
})
