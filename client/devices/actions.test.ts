import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalFor } from '../../machines/control.ts'
import { actions, deviceStatuses, doorStates } from '../../machines/device.ts'
import { deviceCommandStates, openCommandStates } from '../../machines/device-command.ts'
import { deviceCommandOf, deviceOf } from '../commands/testing/device.ts'
import { actionStates, factsOf } from './actions.ts'

const device = fc
  .record({
    status: fc.constantFrom(...deviceStatuses),
    doorState: fc.constantFrom(null, ...doorStates),
    reachable: fc.boolean(),
    linked: fc.boolean(),
    maintenance: fc.boolean(),
    controls: fc.subarray([...actions]),
    occupiedBlocksControl: fc.boolean(),
    repeatable: fc.subarray(['open' as const, 'close' as const]),
    deviceCommand: fc.constantFrom(null, ...deviceCommandStates),
  })
  .map(({ linked, deviceCommand, ...facts }) =>
    deviceOf({
      ...facts,
      gateway: { id: 1, name: 'GW', linked },
      deviceCommand: deviceCommand === null ? null : deviceCommandOf({ state: deviceCommand }),
    }),
  )

describe('the actions of a device on screen', () => {
  it('are disabled exactly where the rules refuse them, with that reason [CTRL-6]', () => {
    fc.assert(
      fc.property(device, fc.boolean(), (shown, anyway) => {
        const states = actionStates(shown, true, { anyway })
        expect(states.map(({ action }) => action)).toEqual(actions.filter((action) => shown.controls.includes(action)))
        for (const { action, refusal } of states) expect(refusal).toBe(refusalFor(action, factsOf(shown), { anyway }))
      }),
    )
  })

  it('are all disabled without a connection [CTRL-6]', () => {
    fc.assert(
      fc.property(device, (shown) => {
        for (const { refusal } of actionStates(shown, false)) expect(refusal).toBe('no-connection')
      }),
    )
  })

  it.each(deviceCommandStates)('with a command that is %s know whether one is in flight [CTRL-8]', (state) => {
    const inFlight = (openCommandStates as readonly string[]).includes(state)
    const [open] = actionStates(deviceOf({ deviceCommand: deviceCommandOf({ state }), doorState: 'closed' }), true)
    expect(open?.refusal).toBe(inFlight ? 'command-in-flight' : null)
  })

  it.each([
    ['a device that never reported', { status: 'undefined' }, 'device-undefined'],
    ['a silent device', { reachable: false }, 'device-unreachable'],
    ['a gateway without link', { gateway: { id: 1, name: 'GW', linked: false } }, 'gateway-unreachable'],
    ['maintenance', { maintenance: true }, 'under-maintenance'],
    ['a car above it', { status: 'occupied' }, 'device-occupied'],
    ['being open already', { doorState: 'open' }, 'already-in-state'],
  ] as const)('%s turns opening off [CTRL-6]', (_name, facts, refusal) => {
    const [open] = actionStates(deviceOf(facts), true)
    expect(open).toEqual({ action: 'open', refusal })
  })
})
