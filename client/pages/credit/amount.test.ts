import { describe, expect, it } from 'vitest'
import { centsOf } from './amount.ts'

describe('an amount as people type it [PAY-1]', () => {
  it.each([
    ['20', 2_000],
    [' 12,5 ', 1_250],
    ['12.50', 1_250],
    ['0,05', 5],
    ['', null],
    ['12,505', null],
    ['-5', null],
    ['1.000,00', null],
    ['zwanzig', null],
  ])('%j is %s cents', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents)
  })
})
