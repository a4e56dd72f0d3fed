import { notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import { showLanguage } from '../i18n/i18n.ts'
import { notify } from './notify.tsx'

const last = () => notificationsStore.getState().notifications.at(-1)

describe('toasts', () => {
  beforeAll(() => showLanguage('en'))
  beforeEach(() => notify.clear())

  it('stay as long as their kind requires; a question stays until it is answered [NOTE-3]', () => {
    const times = (['success', 'info', 'warning', 'error', 'question'] as const).map((kind) => {
      notify[kind]('text')
      return [kind, last()?.autoClose, last()?.role]
    })
    expect(times).toEqual([
      ['success', 5_000, 'status'],
      ['info', 5_000, 'status'],
      ['warning', 10_000, 'alert'],
      ['error', 5_000, 'alert'],
      ['question', false, 'alert'],
    ])
  })

  it('have a named close button and a named icon [NOTE-3]', () => {
    notify.info('text')
    expect(last()?.closeButtonProps?.['aria-label']).toBe('Close')
  })

  it('show a refusal in words, with the severity and time of the catalogue [NOTE-3]', () => {
    for (const code of Object.keys(refusals) as RefusalCode[]) {
      notify.clear()
      notify.refusal({ code, supportCode: 'K7Q2', params: { seconds: 3 } })
      expect(last()?.['data-severity'], code).toBe(refusals[code].severity)
      expect(last()?.autoClose, code).toBe(refusals[code].displayMs === 0 ? false : refusals[code].displayMs)
      expect(last()?.message, code).toEqual(expect.not.stringMatching(/[{}]/))
    }
  })

  it('with the same refusal replace one another', () => {
    notify.refusal({ code: 'device-occupied' })
    notify.refusal({ code: 'device-occupied' })
    expect(notificationsStore.getState().notifications).toHaveLength(1)
  })
})
