import { expect, it } from 'vitest'
import { passwordFits } from './password.ts'

it.each([
  ['Strong-Pass1', true],
  ['Übung 2026!', true],
  ['Sh0rt-a', false],
  ['no-upper-1', false],
  ['No-Digit-here', false],
  ['NoSpecial1', false],
  ['No Special1', false],
  // Seven characters, although eight code units.
  ['Aa1-🔑bc', false],
  ['', false],
])('%j as a new password: %s [ASVS V6.2.1]', (password, fits) => {
  expect(passwordFits(password, 'new')).toBe(fits)
})

it.each([
  ['simple', true],
  ['Übung!', true],
  ['short', false],
  // Five characters, although six code units.
  ['abcd🔑', false],
  ['', false],
])('%j at registration: %s [ASVS V6.2.5]', (password, fits) => {
  expect(passwordFits(password, 'registration')).toBe(fits)
})
