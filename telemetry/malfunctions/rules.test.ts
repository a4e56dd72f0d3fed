import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DeviceState } from '../messages/fold.ts'
import { unreported } from '../messages/testing/unreported.ts'
import type { MalfunctionKind } from './kinds.ts'
import { type DeviceSettings, doorLeftOpen, gatewayIntervalS, isSilent, judge } from './rules.ts'

const now = 10_000_000
const device: DeviceSettings = {
  monitored: true,
  reportIntervalS: 600,
  lowVoltage: 3.3,
  autoClose: true,
  autoCloseS: 60,
  autoCloseUnusedS: 180,
}
const healthy: DeviceState = {
  ...unreported,
  status: 'free',
  statusAt: now,
  lastStateChange: now,
  lastMessageAt: now,
  door: 'closed',
  doorAt: now,
}
const verdict = (
  state: Partial<DeviceState>,
  open: MalfunctionKind[] = [],
  settings: Partial<DeviceSettings> = {},
  openRequestedAt: number | null = null,
) => {
  const { open: opened, close } = judge(
    { ...device, ...settings },
    { ...healthy, ...state, openRequestedAt },
    new Set(open),
    now,
  )
  return [...opened.map(({ kind }) => `+${kind}`), ...close.map((kind) => `-${kind}`)].join(' ')
}
const volt = (value: number) => ({ voltage: { value: Math.fround(value), at: now } })
const doorOpen = (secondsAgo: number) => ({
  door: 'open' as const,
  doorAt: now,
  lastStateChange: now - secondsAgo * 1_000,
})

describe('rules of malfunctions [GW-4]', () => {
  it.each<[string, Partial<DeviceState>, MalfunctionKind[], Partial<DeviceSettings>, string]>([
    ['a healthy device', {}, [], {}, ''],
    ['M-1 speaks again', {}, ['unreachable'], {}, '-unreachable'],
    ['M-1 is still silent', { reachable: false }, ['unreachable'], {}, ''],
    ['M-3 dirty', { dirty: { value: true, at: now } }, [], {}, '+sensor-dirty'],
    ['M-3 still dirty', { dirty: { value: true, at: now } }, ['sensor-dirty'], {}, ''],
    ['M-3 clean again', { dirty: { value: false, at: now } }, ['sensor-dirty'], {}, '-sensor-dirty'],
    ['M-4 at the limit', volt(3.3), [], {}, ''],
    ['M-4 below the limit', volt(3.29), [], {}, '+low-voltage'],
    ['M-4 recovering, not enough', volt(3.39), ['low-voltage'], {}, ''],
    ['M-4 recovered', volt(3.41), ['low-voltage'], {}, '-low-voltage'],
    ['M-4 recovering at 12 V, not enough', volt(12.3), ['low-voltage'], { lowVoltage: 12 }, ''],
    ['M-4 recovered at 12 V', volt(12.4), ['low-voltage'], { lowVoltage: 12 }, '-low-voltage'],
    ['M-4 without a measured voltage', {}, ['low-voltage'], {}, ''],
    ['M-4 on mains', volt(0.1), [], { lowVoltage: null }, ''],
    ['M-4 no limit any more', volt(0.1), ['low-voltage'], { lowVoltage: null }, '-low-voltage'],
    ['M-5 error', { status: 'error' }, [], {}, '+error-status'],
    ['M-5 rebooting does not end it', { status: 'reboot' }, ['error-status'], {}, ''],
    ['M-5 free again', { status: 'free' }, ['error-status'], {}, '-error-status'],
    ['M-6 open within its time', doorOpen(240), [], {}, ''],
    ['M-6 open for too long', doorOpen(241), [], {}, '+stuck-door'],
    ['M-6 closed', {}, ['stuck-door'], {}, '-stuck-door'],
    ['M-6 without a door, free for long', { door: null, lastStateChange: 1 }, [], {}, ''],
    ['M-6 without a door, would not close', { door: null }, ['stuck-door'], {}, ''],
    ['M-6 without a door, blocked again', { door: null, status: 'blocked' }, ['stuck-door'], {}, '-stuck-door'],
    ['M-6 does not close by itself', doorOpen(9_000), [], { autoClose: false }, ''],
    ['M-6 may stay open', doorOpen(9_000), [], { autoCloseUnusedS: -1 }, ''],
    ['M-6 silent', { ...doorOpen(9_000), reachable: false }, [], {}, ''],
    [
      'M-7 not monitored opens none',
      { status: 'error', ...volt(1), dirty: { value: true, at: now } },
      [],
      { monitored: false },
      '',
    ],
    [
      'M-7 not monitored closes all',
      { status: 'error' },
      ['error-status', 'not-responding'],
      { monitored: false },
      '-error-status -not-responding',
    ],
    ['two at once', { status: 'error', ...volt(3) }, [], {}, '+low-voltage +error-status'],
  ])('%s', (_what, state, open, settings, expected) => expect(verdict(state, open, settings)).toBe(expected))

  it('measures an open door from the last command to open it', () => {
    expect(verdict(doorOpen(9_000), [], {}, now - 200_000)).toBe('')
    expect(doorLeftOpen(device, { doorOpenSince: now - 9_000_000, openRequestedAt: now - 300_000 }, now)).toMatchObject(
      {
        at: now - 300_000,
      },
    )
  })

  it("reports the values, and the device's own time unless it is in the future", () => {
    const { open } = judge(
      device,
      { ...healthy, voltage: { value: Math.fround(3.1), at: now + 5_000 }, openRequestedAt: null },
      new Set(),
      now,
    )
    expect(open).toEqual([{ kind: 'low-voltage', at: now, detail: { voltage: 3.1, threshold: 3.3 } }])
  })

  it('never opens what is open, never closes what is not, and does nothing the second time', () => {
    const kinds = [
      'unreachable',
      'not-responding',
      'sensor-dirty',
      'low-voltage',
      'error-status',
      'stuck-door',
    ] as const
    const state = fc.record({
      status: fc.constantFrom('free', 'error', 'reboot', 'occupied'),
      door: fc.constantFrom('open', 'closed', null),
      lastStateChange: fc.integer({ min: 0, max: now }),
      reachable: fc.boolean(),
      voltage: fc.option(fc.record({ value: fc.double({ min: 2.5, max: 4, noNaN: true }), at: fc.constant(now) })),
      dirty: fc.option(fc.record({ value: fc.boolean(), at: fc.constant(now) })),
    })
    fc.assert(
      fc.property(state, fc.subarray([...kinds]), fc.boolean(), (partial, known, monitored) => {
        const full = { ...healthy, ...partial, openRequestedAt: null } as DeviceState & { openRequestedAt: null }
        const first = judge({ ...device, monitored }, full, new Set(known), now)
        expect(first.open.every(({ kind }) => !known.includes(kind as never))).toBe(true)
        expect(first.close.every((kind) => known.includes(kind as never))).toBe(true)
        const after = new Set<MalfunctionKind>([...known, ...first.open.map(({ kind }) => kind)])
        for (const kind of first.close) after.delete(kind)
        expect(judge({ ...device, monitored }, full, after, now)).toEqual({ open: [], close: [] })
      }),
    )
  })
})

describe('silence', () => {
  it.each<[string, number | null, (number | null)[], boolean]>([
    ['never spoke', null, [], false],
    ['three intervals', now - 1_800_000, [], false],
    ['a moment more', now - 1_800_001, [], true],
    ['the portal started since', now - 9_000_000, [now - 1_000], false],
    ['the portal started long ago', now - 9_000_000, [now - 1_800_001, null], true],
    ['its gateway came back', now - 9_000_000, [0, now - 1_800_000], false],
  ])('%s', (_what, lastMessageAt, notBefore, expected) =>
    expect(isSilent({ lastMessageAt, reportIntervalS: 600, notBefore }, now)).toBe(expected),
  )
  it("is measured by a gateway's slowest device, at most three hours", () => {
    expect([null, 60, 600, 86_400].map(gatewayIntervalS)).toEqual([600, 60, 600, 3_600])
  })
})
