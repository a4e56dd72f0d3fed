import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialTransition } from 'xstate'
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
import {
  type DeviceCommand,
  type DeviceCommandEvent,
  type DeviceCommandState,
  deviceCommandMachine,
  deviceCommandStates,
  nextDeviceCommand,
  openCommandStates,
} from './device-command.ts'

const events: DeviceCommandEvent[] = [
  { type: 'SENT' },
  { type: 'TAKEN' },
  { type: 'NOT_TAKEN', reason: 'forged' },
  { type: 'UNLINKED', reason: 'gateway-unreachable' },
  { type: 'WITHDRAWN', reason: 'reservation-over' },
  { type: 'REFUSED_BY_DEVICE', reason: 'already-open' },
  { type: 'FAILED_AT_DEVICE', reason: 'jammed' },
  { type: 'REPORT_CONFIRMS' },
  { type: 'DEADLINE' },
]
const newDeviceCommand = (): DeviceCommand => {
  const [{ value: state, context }] = initialTransition(deviceCommandMachine)
  return { state: state as DeviceCommandState, ...context }
}
const after = (...types: DeviceCommandEvent['type'][]): DeviceCommand =>
  types.reduce((command, type) => nextDeviceCommand(command, event(type)), newDeviceCommand())
const event = (type: DeviceCommandEvent['type']): DeviceCommandEvent => {
  const found = events.find((each) => each.type === type)
  if (!found) throw new Error(type)
  return found
}
const open = new Set<DeviceCommandState>(openCommandStates)
const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 12 })
/** All states of a command, in order. */
const history = (list: readonly DeviceCommandEvent[]): DeviceCommand[] => {
  const commands = [newDeviceCommand()]
  for (const each of list) commands.push(nextDeviceCommand(commands.at(-1) as DeviceCommand, each))
  return commands
}

describe('one command', () => {
  it.each([
    [['SENT', 'TAKEN', 'REPORT_CONFIRMS'], 'confirmed', null, false],
    [['SENT', 'REPORT_CONFIRMS'], 'confirmed', null, false],
    [['UNLINKED'], 'failed', 'gateway-unreachable', false],
    [['WITHDRAWN'], 'failed', 'reservation-over', false],
    [['SENT', 'WITHDRAWN', 'TAKEN', 'FAILED_AT_DEVICE'], 'failed', 'jammed', false],
    [['DEADLINE'], 'expired', 'not-in-time', false],
    [['SENT', 'NOT_TAKEN'], 'failed', 'forged', false],
    [['SENT', 'DEADLINE'], 'unknown', 'not-in-time', false],
    [['SENT', 'TAKEN', 'DEADLINE'], 'failed', 'not-in-time', false],
    [['SENT', 'TAKEN', 'REFUSED_BY_DEVICE'], 'failed', 'already-open', false],
    [['SENT', 'TAKEN', 'FAILED_AT_DEVICE'], 'failed', 'jammed', false],
    [['SENT', 'DEADLINE', 'REPORT_CONFIRMS'], 'confirmed', 'not-in-time', true],
    [['SENT', 'DEADLINE', 'FAILED_AT_DEVICE'], 'failed', 'jammed', true],
    [['SENT', 'TAKEN', 'DEADLINE', 'REPORT_CONFIRMS'], 'confirmed', 'not-in-time', true],
    [['SENT', 'NOT_TAKEN', 'REPORT_CONFIRMS'], 'failed', 'forged', false],
  ] as const)('%j ends as %s [CTRL-5]', (types, state, reason, late) => {
    const command = after(...types)
    expect(command.state).toBe(state)
    expect(command.late).toBe(late)
    if (state !== 'confirmed') expect(command.reason).toBe(reason)
  })

  it('a queued command ignores every reply and report [CTRL-8]', () => {
    for (const type of ['TAKEN', 'NOT_TAKEN', 'REFUSED_BY_DEVICE', 'FAILED_AT_DEVICE', 'REPORT_CONFIRMS'] as const) {
      expect(after(type).state).toBe('queued')
    }
  })

  it('reaches every state but refused, each by its shortest path', () => {
    const reached = getShortestPaths(deviceCommandMachine, { events }).map((path) => path.state.value)
    expect(new Set(reached)).toEqual(new Set(deviceCommandStates.filter((state) => state !== 'refused')))
  })

  it('on every path the pure function equals the machine, and every failure has a reason', () => {
    const paths = getSimplePaths(deviceCommandMachine, { events })
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      const command = path.steps
        .filter((step) => (step.event.type as string) !== 'xstate.init')
        .reduce((before, step) => nextDeviceCommand(before, step.event as DeviceCommandEvent), newDeviceCommand())
      expect(command.state).toBe(path.state.value)
      expect({ reason: command.reason, late: command.late }).toEqual(path.state.context)
      if (['failed', 'expired', 'unknown'].includes(command.state)) expect(command.reason).not.toBeNull()
    }
  })

  it('is never confirmed without having been sent, and is sent at most once [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const states = history(list).map(({ state }) => state)
        const sent = states.indexOf('sent')
        const confirmed = states.indexOf('confirmed')
        if (confirmed >= 0) expect(sent).toBeGreaterThanOrEqual(0)
        const entries = states.filter((state, place) => state === 'sent' && states[place - 1] !== 'sent')
        expect(entries.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never returns to flight once it has ended; confirmed and expired are final [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const commands = history(list)
        for (const [place, { state }] of commands.entries()) {
          const next = commands[place + 1]?.state
          if (next === undefined) continue
          if (!open.has(state)) expect(open.has(next)).toBe(false)
          if (state === 'confirmed' || state === 'expired') expect(next).toBe(state)
        }
      }),
    )
  })

  it('marks everything after the deadline as late [CTRL-8]', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        const commands = history(list)
        const overdue = commands.findIndex(({ reason }) => reason === 'not-in-time')
        if (overdue < 0) return
        for (const command of commands.slice(overdue)) {
          expect(command.late).toBe(command.state !== commands[overdue]?.state)
        }
      }),
    )
  })

  it('returns the same object if nothing changed', () => {
    const command = after('SENT', 'TAKEN')
    expect(nextDeviceCommand(command, { type: 'SENT' })).toBe(command)
  })
})
