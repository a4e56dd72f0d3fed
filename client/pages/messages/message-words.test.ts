import { describe, expect, it } from 'vitest'
import { messageStates } from '../../../contract/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { messageState, reasonOf } from './message-words.ts'

describe('the outcome of a message', () => {
  it('is never called sent if the message only stays here [NOTE-1]', () => {
    expect(messageState({ state: 'sent', via: 'smtp' }).key).toBe('messages.state.sent')
    expect(messageState({ state: 'sent', via: 'outbox' })).toEqual({
      key: 'messages.state.kept',
      tone: 'neutral',
      icon: 'document',
    })
  })

  it('has its own icon and word for every state', () => {
    const shown = messageStates.map((state) => messageState({ state, via: null }))
    expect(new Set(shown.map(({ icon }) => icon)).size).toBe(messageStates.length)
    expect(new Set(shown.map(({ key }) => key)).size).toBe(messageStates.length)
  })

  it('has our own reasons in words, and those of servers unchanged', () => {
    expect(reasonOf({ error: 'switched-off' }, t)).not.toBe('switched-off')
    expect(reasonOf({ error: '550 no such user' }, t)).toBe('550 no such user')
    expect(reasonOf({ error: null }, t)).toBeNull()
  })
})
