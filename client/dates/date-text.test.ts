import { afterEach, describe, expect, it } from 'vitest'
import { languages } from '../../contract/session.ts'
import { i18n } from '../i18n/i18n.ts'
import { dateText, readDateText, valueOfText } from './date-text.ts'

afterEach(() => {
  i18n.language = 'de'
})

it.each(languages)('what is shown in %s is read back as typed', (language) => {
  i18n.language = language
  for (const value of ['2026-11-21', '2028-02-29', '2026-03-01T00:00', '2027-12-31T23:59']) {
    const withTime = value.includes('T')
    expect(valueOfText(dateText(value), { withTime, typing: true, before: null })).toBe(value)
  }
})

it.each([
  ['21.11.2026', '2026-11-21', null],
  ['1. 2. 2026', '2026-02-01', null],
  ['21/11/2026', '2026-11-21', null],
  ['21-11-26', '2026-11-21', null],
  ['21112026', '2026-11-21', null],
  ['2026-11-21', '2026-11-21', null],
  ['2026-11-21T09:05', '2026-11-21', '09:05'],
  ['21.11.2026, 9:05', '2026-11-21', '09:05'],
  ['21/11/2026 09.05', '2026-11-21', '09:05'],
  ['21/11/2026 14h30', '2026-11-21', '14:30'],
  ['21.11.2026 1430', '2026-11-21', '14:30'],
])('%s is read', (text, day, time) => {
  expect(readDateText(text)).toMatchObject({ day, time })
})

it.each(['', 'tomorrow', '31.02.2026', '29.02.2027', '13/2026', '21.11.', '21.11.2026 25:00', '21.11.2026 12:60'])(
  '“%s” is no date',
  (text) => {
    expect(readDateText(text)).toBeNull()
  },
)

describe('while somebody types', () => {
  const typing = { typing: true, before: '2026-05-05T08:00' } as const
  const done = { typing: false, before: '2026-05-05T08:00' } as const

  it('a year of two digits may become one of four', () => {
    expect(valueOfText('21.11.20', { withTime: false, ...typing })).toBeNull()
    expect(valueOfText('21.11.20', { withTime: false, ...done })).toBe('2020-11-21')
  })

  it('a day without a time keeps the time that stood there, once it is left', () => {
    expect(valueOfText('21.11.2026', { withTime: true, ...typing })).toBeNull()
    expect(valueOfText('21.11.2026', { withTime: true, ...done })).toBe('2026-11-21T08:00')
    expect(valueOfText('21.11.2026', { withTime: true, typing: false, before: null })).toBeNull()
  })

  it('a time where only a day is meant is no day', () => {
    expect(valueOfText('21.11.2026 10:00', { withTime: false, ...done })).toBeNull()
  })
})
