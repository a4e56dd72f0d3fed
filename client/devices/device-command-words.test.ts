import { beforeAll, describe, expect, it } from 'vitest'
import { actions } from '../../machines/device.ts'
import { deviceCommandStates } from '../../machines/device-command.ts'
import { deviceCommandOf } from '../commands/testing/device.ts'
import { showLanguage, t } from '../i18n/i18n.ts'
import { deviceCommandWords, reasonText, stepsOf } from './device-command-words.ts'

beforeAll(() => showLanguage('en'))

describe('the words for a command', () => {
  it.each(['queued', 'sent', 'taken'] as const)('%s is a request on its way, never its result [CTRL-1]', (state) => {
    for (const action of actions) {
      const { text, tone } = deviceCommandWords(deviceCommandOf({ state, action }), t)
      expect(tone).toBe('info')
      expect(text).not.toMatch(/opened|closed|reported|recalibrated|restarted/i)
    }
  })

  it.each([
    ['confirmed', null, false, 'Opened', 'success'],
    ['confirmed', null, true, 'Opened, confirmed late', 'success'],
    ['failed', 'not-in-time', false, 'Not confirmed as open: the device did not update in time', 'warning'],
    ['failed', 'jammed', false, 'Not opened: it is jammed', 'error'],
    ['failed', 'frozen-lock', false, 'Not opened: the device says “frozen-lock”', 'error'],
    ['unknown', 'not-in-time', false, 'Not confirmed as open. Nothing will open later.', 'warning'],
    ['expired', 'not-in-time', false, 'Not opened. Nothing will open later.', 'warning'],
    ['refused', 'too-fast', false, 'Not sent: One command every 2 s per device. Please wait a moment.', 'neutral'],
  ] as const)('%s (%s) [CTRL-5]', (state, reason, late, text, tone) => {
    expect(deviceCommandWords(deviceCommandOf({ state, reason, late }), t)).toMatchObject({ text, tone })
  })

  it('have a support code where somebody may have to look [CTRL-5]', () => {
    const troubled = deviceCommandStates.filter(
      (state) => deviceCommandWords(deviceCommandOf({ state, reason: 'jammed' }), t).troubled,
    )
    expect(troubled).toEqual(['failed', 'expired', 'unknown'])
  })

  it('quote only unknown reasons', () => {
    expect(reasonText('already-open', t)).toBe('it is open already')
    expect(reasonText(null, t)).toBe('the device reported a failure')
  })
})

describe('the steps of a command', () => {
  const at = '2026-11-21T09:00:01.000Z'
  const shape = (facts: Parameters<typeof deviceCommandOf>[0]) =>
    stepsOf(deviceCommandOf(facts)).map(({ state }) => state)

  it.each([
    [{ state: 'queued' }, ['done', 'now', 'ahead', 'ahead']],
    [{ state: 'sent', sentAt: at }, ['done', 'done', 'now', 'ahead']],
    [{ state: 'taken', sentAt: at, takenAt: at }, ['done', 'done', 'done', 'now']],
    [{ state: 'confirmed', sentAt: at, settledAt: at }, ['done', 'done', 'done', 'done']],
    [{ state: 'unknown', sentAt: at, settledAt: at }, ['done', 'done', 'missed', 'missed']],
    [{ state: 'expired', settledAt: at }, ['done', 'missed', 'missed', 'missed']],
  ] as const)('%o [CTRL-8]', (facts, states) => {
    expect(shape(facts)).toEqual(states)
  })
})
