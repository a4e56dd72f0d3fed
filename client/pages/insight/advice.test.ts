import { describe, expect, it } from 'vitest'
import { malfunctionKinds } from '../../../contract/devices.ts'
import { actions } from '../../../machines/device.ts'
import de from '../../i18n/insight/de.json' with { type: 'json' }
import { stepsFor } from './advice.ts'
import { malfunctionOf } from './testing/malfunction.ts'
import { timelineOf } from './timeline-rows.ts'
import { targetOf } from './way-link.tsx'

describe('what to do about a malfunction [LIVE-1]', () => {
  it.each(malfunctionKinds)('%s: has steps, each with a sentence, and none that its device cannot do', (kind) => {
    const all = stepsFor(kind, actions)
    expect(all.length).toBeGreaterThan(0)
    for (const { key } of all) expect(de[`do.${key}`]).toMatch(/\.$/)
    expect(
      stepsFor(kind, ['refresh']).every(
        ({ deviceCommand }) => deviceCommand === undefined || deviceCommand === 'refresh',
      ),
    ).toBe(true)
    expect(stepsFor(kind, null).every(({ deviceCommand }) => deviceCommand === undefined)).toBe(true)
  })

  it('link to where they are done: the device, its reservation, else its calendar', () => {
    const about = malfunctionOf({ reservation: { id: 12, number: 1_012 } })
    expect(targetOf('maintenance', about)).toEqual({ to: '/maintenance/add', search: { scope: 'device', target: 7 } })
    expect(targetOf('reservation', about)?.params).toEqual({ reservationId: '12' })
    expect(targetOf('reservation', { ...about, reservation: null })?.to).toBe('/devices/$deviceId/calendar')
    expect(targetOf('behind', { ...about, device: null })?.search).toEqual({ q: 'GW-1', by: 'gateway' })
    expect(targetOf('commandLog', { ...about, device: null })).toBeNull()
  })
})

describe('what happened to a malfunction [LIVE-2]', () => {
  it('is one timeline with the commands tried, newest first, and nothing from before or after', () => {
    const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`
    const entry = (id: number, minute: number) =>
      ({ id, malfunctionId: 1, type: 'comment', at: at(minute), by: null, comment: 'x', data: {} }) as const
    const deviceCommand = (id: string, minute: number, state: 'failed' | 'refused' = 'failed') => ({
      id,
      supportCode: '',
      deviceId: 7,
      action: 'refresh' as const,
      state,
      reason: null,
      allowedBy: 'operator' as const,
      by: null,
      anyway: false,
      issuedAt: at(minute),
      deadline: at(minute),
      sentAt: null,
      takenAt: null,
      settledAt: null,
      late: false,
    })
    const line = timelineOf(
      [entry(1, 10), entry(2, 20)],
      [deviceCommand('a', 5), deviceCommand('b', 15), deviceCommand('c', 17, 'refused'), deviceCommand('d', 31)],
      { openedAt: at(10), closedAt: at(30) },
    )
    expect(line.map(({ key }) => key)).toEqual(['entry 2', 'command b', 'entry 1'])
  })
})
