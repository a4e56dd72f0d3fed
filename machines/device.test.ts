import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalFor } from './control.ts'
import {
  actions,
  confirms,
  type DeviceFacts,
  deviceStatuses,
  doorStates,
  moves,
  shownState,
  shownStates,
  tone,
} from './device.ts'

const well: DeviceFacts = {
  status: 'free',
  doorState: 'closed',
  reachable: true,
  linked: true,
  maintenance: false,
  commandInFlight: false,
  controls: actions,
  occupiedBlocksControl: true,
  repeatable: [],
}
const anyFacts: fc.Arbitrary<DeviceFacts> = fc.record({
  status: fc.constantFrom(...deviceStatuses),
  doorState: fc.constantFrom(null, ...doorStates),
  reachable: fc.boolean(),
  linked: fc.boolean(),
  maintenance: fc.boolean(),
  commandInFlight: fc.boolean(),
  controls: fc.subarray([...actions]),
  occupiedBlocksControl: fc.boolean(),
  repeatable: fc.constant([]),
})
const anyAction = fc.constantFrom(...actions)

describe('permitted commands', () => {
  it.each([
    ['a device that can do it', 'open', {}, null],
    ['an action that the type lacks', 'open', { controls: ['close'] }, 'action-not-supported'],
    ['maintenance', 'open', { maintenance: true }, 'under-maintenance'],
    ['a command on its way', 'refresh', { commandInFlight: true }, 'command-in-flight'],
    ['a gateway without a link', 'reboot', { linked: false }, 'gateway-unreachable'],
    ['a device that never reported', 'open', { status: 'undefined' }, 'device-undefined'],
    ['a silent device', 'close', { reachable: false, doorState: 'open' }, 'device-unreachable'],
    ['a car over the bollard', 'close', { status: 'occupied', doorState: 'open' }, 'device-occupied'],
    ['a bike in its box', 'open', { status: 'occupied', occupiedBlocksControl: false }, null],
    ['an open door', 'open', { doorState: 'open' }, 'already-in-state'],
    ['a closed door', 'close', {}, 'already-in-state'],
    ['a free lot without a door', 'open', { doorState: null }, 'already-in-state'],
    ['a blocked lot without a door', 'close', { doorState: null, status: 'blocked' }, 'already-in-state'],
    ['a blocked lot without a door', 'open', { doorState: null, status: 'blocked' }, null],
    ['a silent device', 'refresh', { reachable: false }, null],
    ['a device that never reported', 'refresh', { status: 'undefined' }, 'device-undefined'],
    ['a device that never reported', 'recalibrate', { status: 'undefined' }, 'device-undefined'],
    ['a device that never reported', 'reboot', { status: 'undefined' }, 'device-undefined'],
  ] as const)('%s: %s %j gives %s [CTRL-6]', (_, action, facts, refusal) => {
    expect(refusalFor(action, { ...well, ...facts })).toBe(refusal)
  })

  it('control anyway overrides the maintenance and nothing else [CTRL-6]', () => {
    fc.assert(
      fc.property(anyAction, anyFacts, (action, facts) => {
        expect(refusalFor(action, facts, { anyway: true })).toBe(refusalFor(action, { ...facts, maintenance: false }))
      }),
    )
  })

  it('nothing moves without a first report, a link and a recent report [CTRL-6]', () => {
    fc.assert(
      fc.property(anyAction, anyFacts, fc.boolean(), (action, facts, anyway) => {
        if (refusalFor(action, facts, { anyway }) !== null) return
        expect(facts.linked).toBe(true)
        expect(facts.commandInFlight).toBe(false)
        expect(facts.controls).toContain(action)
        if (!moves(action)) return
        expect(facts.status).not.toBe('undefined')
        expect(facts.reachable).toBe(true)
        expect(facts.status === 'occupied' && facts.occupiedBlocksControl).toBe(false)
      }),
    )
  })

  it('a state that confirms a movement also refuses to command it again', () => {
    fc.assert(
      fc.property(fc.constantFrom('open', 'close'), anyFacts, (action, facts) => {
        if (!confirms(action, facts)) return
        expect(refusalFor(action, facts, { anyway: true })).not.toBeNull()
      }),
    )
  })

  it('no report confirms both open and close', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(confirms('open', facts) && confirms('close', facts)).toBe(false)
      }),
    )
  })

  it('a device that is still moving does not confirm', () => {
    expect(confirms('refresh', { status: 'updating_status', doorState: null })).toBe(false)
    expect(confirms('recalibrate', { status: 'recalibrate', doorState: null })).toBe(false)
    expect(confirms('reboot', { status: 'reboot', doorState: null })).toBe(false)
    expect(confirms('reboot', { status: 'undefined', doorState: null })).toBe(false)
    expect(confirms('reboot', { status: 'okay', doorState: null })).toBe(true)
  })
})

describe('the displayed state', () => {
  it('is error for blocked and error, success for free, warning otherwise [CTRL-9]', () => {
    const tones = Object.fromEntries(shownStates.map((state) => [state, tone(state)]))
    const expected = Object.fromEntries(shownStates.map((state) => [state, 'warning']))
    expect(tones).toEqual({ ...expected, blocked: 'error', error: 'error', free: 'success' })
  })

  it('is the strongest fact: maintenance, never reported, silence, then the report [CTRL-9]', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const shown = shownState(facts)
        if (facts.maintenance) expect(shown).toBe('maintenance')
        else if (facts.status === 'undefined') expect(shown).toBe('undefined')
        else expect(shown).toBe(facts.reachable ? facts.status : 'unreachable')
      }),
    )
  })

  it('is never success during silence or maintenance [CTRL-9]', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (facts.maintenance || !facts.reachable) expect(tone(shownState(facts))).not.toBe('success')
      }),
    )
  })
})
