import { describe, expect, it } from 'vitest'
import { plainFacts, withoutSecrets } from './plain-facts.ts'

describe('what the log keeps of a line [ADM-21]', () => {
  it.each([
    ['an address', 'fetch https://shop.example/pay?token=abc failed', 'fetch … failed'],
    ['an e-mail address', 'mail to anna.keller@example.org refused', 'mail to …@… refused'],
    ['a token', 'token 3f9aK2mQ8xZpL0vT7rWc is unknown', 'token … is unknown'],
    ['a hash', '$argon2id$v=19$m=19456$abc does not match', '… does not match'],
    ['the value of a key', 'Key (email)=(anna) already exists', 'Key (email)=(…) already exists'],
    ['the number of a card', 'card 4242 4242 4242 4242 declined', 'card … declined'],
  ])('leaves out %s', (_, text, kept) => {
    expect(withoutSecrets(text)).toBe(kept)
  })

  it('keeps ids and codes, and drops every other member', () => {
    const err = Object.assign(new Error('insert into sessions: no space left'), { code: '53100' })
    const fields = {
      err,
      command: 'zones.edit',
      commandId: '00000000-0000-4000-8000-000000000001',
      password: 'Secret-1!',
      input: { pin: '1234' },
      address: '203.0.113.9',
      reservationId: 7,
    }
    expect(plainFacts(fields)).toEqual({
      command: 'zones.edit',
      commandId: '00000000-0000-4000-8000-000000000001',
      reservationId: 7,
      error: 'insert into sessions: no space left',
      errorCode: '53100',
    })
  })
})
