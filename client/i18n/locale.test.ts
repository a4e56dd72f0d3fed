import { describe, expect, it } from 'vitest'
import { cookieValue, initialLanguage, languageOf } from './locale.ts'

describe('languageOf', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de_DE', 'de'],
    ['de-AT', 'de'],
    ['en_US', 'en'],
    ['EN', 'en'],
    ['fr_FR', 'fr'],
    ['it', 'it'],
    ['AT', 'de'],
    ['gb', 'en'],
    ['us', 'en'],
    ['es', null],
    ['es-US', null],
    ['', null],
    [null, null],
    ['<script>', null],
  ])('reads %s as %s [I18N-1]', (code, language) => {
    expect(languageOf(code)).toBe(language)
  })
})

describe('initialLanguage', () => {
  it.each([
    ['query before cookie and browser', { query: 'it', cookie: 'fr', browser: ['en'] }, 'it'],
    ['a country as query', { query: 'AT', browser: ['en'] }, 'de'],
    ['cookie before browser', { cookie: 'fr', browser: ['en'] }, 'fr'],
    ['an unknown query is passed over', { query: 'xx', cookie: 'fr', browser: [] }, 'fr'],
    ['first supported browser language', { browser: ['es-ES', 'it-IT', 'de'] }, 'it'],
    ['English for browsers of other languages', { browser: ['es-ES', 'pt'] }, 'en'],
    ['German when nothing is known', { browser: [] }, 'de'],
  ])('%s [I18N-1]', (_name, sources, language) => {
    expect(initialLanguage(sources)).toBe(language)
  })
})

describe('cookieValue', () => {
  it('finds a cookie by its whole name', () => {
    expect(cookieValue('a=1; language=fr; xlanguage=de', 'language')).toBe('fr')
    expect(cookieValue('xlanguage=de', 'language')).toBeNull()
    expect(cookieValue('', 'language')).toBeNull()
  })
})
