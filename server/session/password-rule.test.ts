import { describe, expect, it } from 'vitest'
import { Refused, refuser } from '../kernel/bus/refuse.ts'
import { checkNewPassword } from './password-rule.ts'

const refuse = refuser<'bad-input' | 'password-too-weak' | 'password-too-common'>()
const person = { email: 'rosalind.franklin@lab.example', names: ['Rosalind Elsie', 'Franklin', null, 'rf'] }

async function outcome(password: string, use: 'registration' | 'new') {
  try {
    await checkNewPassword(password, use, person, refuse, 'chosen')
    return 'accepted'
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

describe('the password that somebody chooses', () => {
  it.each([
    ['123456', 'registration'],
    ['Password', 'registration'],
    ['qwerty', 'registration'],
    ['qwertz', 'registration'],
    ['iloveyou', 'registration'],
    // The list has no entry with a digit, an uppercase letter and a special character: decorations are looked through.
    ['Password-1', 'new'],
    ['Password-2026', 'new'],
    ['2026!Dragon', 'new'],
    ['!Sunshine9', 'new'],
    // Full-width letters are the same word.
    ['Ｐａｓｓｗｏｒｄ-1', 'new'],
  ] as const)('%j is on the list of common passwords (%s) [ASVS V6.2.4]', async (password, use) => {
    expect(await outcome(password, use)).toEqual({
      code: 'password-too-common',
      fields: [{ path: 'chosen', issue: 'password-too-common' }],
    })
  })

  it.each([
    ['my-franklin-1', 'registration'],
    ['Rosalind-77!', 'new'],
    ['X1-ELSIE-1x', 'new'],
    ['Rosalind.Franklin@lab.example-1', 'new'],
  ] as const)('%j contains what everybody knows of its owner (%s) [ASVS V6.2.4]', async (password, use) => {
    expect(await outcome(password, use)).toMatchObject({ code: 'password-too-common' })
  })

  it.each([
    ['tangled-up', 'registration'],
    ['Zwölf Hähne', 'registration'],
    // A common word among others is not a common password; nor is the short name "rf".
    ['Dragon-eats-9-clouds', 'new'],
    ['Surf-tide-88!', 'new'],
  ] as const)('%j may be chosen (%s) [ASVS V6.2.4]', async (password, use) => {
    expect(await outcome(password, use)).toBe('accepted')
  })

  it('names the minimum of its use, before the list', async () => {
    expect(await outcome('12345', 'registration')).toEqual({
      code: 'bad-input',
      fields: [{ path: 'chosen', issue: 'field-too-short', params: { minimum: 6 } }],
    })
    expect(await outcome('password', 'new')).toMatchObject({ code: 'password-too-weak' })
  })
})
