import { beforeAll, describe, expect, it } from 'vitest'
import { deviceCommandStates } from '../../machines/device-command.ts'
import { showLanguage, t } from '../i18n/i18n.ts'
import { deviceCommandWords, marksOf, runWords, stepWords } from './run-words.ts'
import { deviceCommand, run, step } from './testing/views.ts'

beforeAll(() => showLanguage('en'))

describe('the words of a command before a door', () => {
  it.each([
    ['queued', null, 'On its way to the gateway'],
    ['sent', null, 'Sent, waiting for the gateway'],
    ['taken', null, 'The gateway has it, waiting for the device'],
    ['confirmed', null, 'Opened, confirmed by the device'],
    ['expired', 'not-in-time', 'Not opened. Nothing will open later.'],
    ['unknown', 'not-in-time', 'It is not known whether it moved: look at the door. Nothing will open later.'],
    ['failed', 'not-in-time', 'The device did not update in time: look at the door. Nothing will open later.'],
    ['failed', 'jammed', 'Not opened: it is jammed. Nothing will open later.'],
    [
      'refused',
      'device-occupied',
      'Not opened: It is occupied and must not move. If that is not you, choose another place or ask the operator.',
    ],
  ] as const)('%s (%s) [CTRL-1] [CTRL-5]', (state, reason, text) => {
    expect(deviceCommandWords(deviceCommand({ state, reason }), t).text).toBe(text)
  })

  it('only the device can make it opened, in every state and every language [CTRL-1]', async () => {
    for (const [language, opened] of [
      ['en', 'Opened'],
      ['de', 'Geöffnet'],
      ['fr', 'Ouvert,'],
      ['it', 'Aperto'],
    ] as const) {
      await showLanguage(language)
      for (const state of deviceCommandStates) {
        const { text, tone } = deviceCommandWords(deviceCommand({ state, reason: 'jammed' }), t)
        expect(text.startsWith(opened), `${language} ${state}: ${text}`).toBe(state === 'confirmed')
        expect(tone === 'success').toBe(state === 'confirmed')
      }
    }
    await showLanguage('en')
  })
})

describe('the words for a run', () => {
  const jammed = deviceCommand({ state: 'failed', reason: 'jammed' })
  it('say where it stopped, and that nothing follows [CTRL-3]', () => {
    const stopped = run({
      state: 'stopped',
      stoppedAt: { deviceId: 1, name: 'Door 1' },
      steps: [step(1, { state: 'failed', deviceCommand: jammed }), step(2, { state: 'not-reached' })],
    })
    expect(runWords(stopped, t)).toMatchObject({ text: 'Opening stopped at Door 1', tone: 'error', troubled: true })
    expect(stopped.steps.map((each) => stepWords(each, 'open', null, t).text)).toEqual([
      'Not opened: it is jammed. Nothing will open later.',
      'Not reached. Nothing will open later.',
    ])
  })

  it('are not sure when the device was silent [CTRL-5]', () => {
    const unsure = run({
      state: 'stopped',
      stoppedAt: { deviceId: 1, name: 'Door 1' },
      steps: [step(1, { state: 'failed', deviceCommand: deviceCommand({ state: 'unknown' }) })],
    })
    expect(runWords(unsure, t)).toMatchObject({ text: 'Not confirmed as open', tone: 'warning' })
  })

  it('say when the next step is sent', () => {
    expect(stepWords(step(2), 'open', null, t).text).toBe('Waits for the one before')
    expect(stepWords(step(2), 'open', 3, t).text).toBe('Follows in 3 seconds')
    expect(stepWords(step(2, { state: 'skipped' }), 'open', null, t).text).toBe('Was open already')
  })

  it('mark what happened, what is awaited, and what never came [CTRL-1]', () => {
    const marks = (change: Parameters<typeof deviceCommand>[0]) =>
      marksOf(deviceCommand(change)).map(({ mark }) => mark)
    const at = '2026-11-21T12:00:01.000Z'
    expect(marks({})).toEqual(['now', 'ahead', 'ahead'])
    expect(marks({ state: 'sent', sentAt: at })).toEqual(['done', 'now', 'ahead'])
    expect(marks({ state: 'taken', sentAt: at, takenAt: at })).toEqual(['done', 'done', 'now'])
    expect(marks({ state: 'confirmed', sentAt: at, settledAt: at })).toEqual(['done', 'done', 'done'])
    expect(marks({ state: 'unknown', sentAt: at, settledAt: at })).toEqual(['done', 'missed', 'missed'])
  })
})
