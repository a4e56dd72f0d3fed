import { describe, expect, it } from 'vitest'
import { countries, countryCode, countryName } from './countries.ts'

describe('a country', () => {
  it('is known by its letters and its names in four languages', () => {
    for (const text of ['ch', ' CH ', 'Schweiz', 'switzerland', 'Suisse', 'Svizzera', 'ＣＨ'])
      expect(countryCode(text)).toBe('CH')
    for (const text of ['', 'Freiburg', 'ZZ', 'D']) expect(countryCode(text)).toBeNull()
  })

  it('has a name of its own in each language', () => {
    for (const language of ['de', 'en', 'fr', 'it'])
      expect(new Set(countries.map((code) => countryName(code, language))).size).toBe(countries.length)
    expect(countryName('Transsilvanien', 'de')).toBe('Transsilvanien')
  })
})
