import { describe, expect, it } from 'vitest'
import { parseNumber, writeNumber } from './numbers.ts'

describe('a typed number', () => {
  it.each([
    ['de', '1,5', 150],
    ['de', '1.5', 150],
    ['de', '1.500', 150_000],
    ['de', '1.500,25', 150_025],
    ['de', '12.000.000', 1_200_000_000],
    ['de', '0.500', 50],
    ['en', '1,500.25', 150_025],
    ['en', '1.500', 150],
    ['en', '1,5', 150],
    ['fr', '1 500,5', 150_050],
    ['it', ' −2 ', -200],
    ['de', '1,505', 150.5],
    ['de', '0,29', 29],
  ] as const)('in %s: %s', (language, typed, cents) => {
    expect(parseNumber(typed, 100, language)).toBe(cents)
  })

  it.each(['abc', '1,5,0', '1.50.000', '2h', '1e3'])('is invalid: %s', (typed) => {
    expect(parseNumber(typed, 100, 'de')).toBe(typed)
  })

  it('is empty when nothing was typed', () => {
    expect(parseNumber('  ', 1, 'en')).toBeNull()
  })
})

describe('a stored number', () => {
  it.each([
    ['de', 150, 100, 2, '1,50'],
    ['en', 1_234_500, 100, 2, '12345.00'],
    ['fr', 90, 60, 0, '1,5'],
    ['it', 150.5, 100, 2, '1,505'],
    ['en', -1, 1, 0, '-1'],
  ] as const)('in %s: %s by %s', (language, value, scale, digits, shown) => {
    expect(writeNumber(value, scale, language, digits)).toBe(shown)
    expect(parseNumber(shown, scale, language)).toBe(value)
  })

  it('stays as typed when invalid', () => {
    expect(writeNumber('abc', 100, 'de', 2)).toBe('abc')
    expect(writeNumber(null, 100, 'de', 2)).toBe('')
  })
})
