import { describe, expect, it } from 'vitest'
import { noticeStates } from '../../../contract/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { noticeState, reasonOf } from './notice-words.ts'

describe('what became of a message', () => {
  it('calls nothing sent that only stays here [NOTE-1]', () => {
    expect(noticeState({ state: 'sent', via: 'smtp' }).key).toBe('notices.state.sent')
    expect(noticeState({ state: 'sent', via: 'outbox' })).toEqual({
      key: 'notices.state.kept',
      tone: 'neutral',
      icon: 'document',
    })
  })

  it('has an icon and a word of its own for every state', () => {
    const shown = noticeStates.map((state) => noticeState({ state, via: null }))
    expect(new Set(shown.map(({ icon }) => icon)).size).toBe(noticeStates.length)
    expect(new Set(shown.map(({ key }) => key)).size).toBe(noticeStates.length)
  })

  it('says our own reasons in words, and those of servers as they are', () => {
    expect(reasonOf({ error: 'switched-off' }, t)).not.toBe('switched-off')
    expect(reasonOf({ error: '550 no such user' }, t)).toBe('550 no such user')
    expect(reasonOf({ error: null }, t)).toBeNull()
  })
})
