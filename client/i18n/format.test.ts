import { beforeEach, describe, expect, it } from 'vitest'
import {
  formatAge,
  formatCountdown,
  formatDate,
  formatEuros,
  formatList,
  formatNumber,
  formatSpan,
  formatTime,
  formatUnit,
  zoneDiffers,
} from './format.ts'
import { showLanguage } from './i18n.ts'

const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ') ?? null

describe('formats follow the language [I18N-1]', () => {
  beforeEach(() => showLanguage('de'))

  it('money in euros with two decimals', async () => {
    expect(plain(formatEuros(123456))).toBe('1.234,56 €')
    expect(plain(formatEuros(-5))).toBe('-0,05 €')
    await showLanguage('en')
    expect(formatEuros(1250)).toBe('€12.50')
    await showLanguage('fr')
    expect(plain(formatEuros(123456))).toBe('1 234,56 €')
  })

  it('numbers, units and lists', async () => {
    expect(formatNumber(1234.56)).toBe('1.234,6')
    expect(formatNumber(3, 2, 2)).toBe('3,00')
    expect(plain(formatUnit(21.54, '°C'))).toBe('21,5 °C')
    expect(formatList(['Nord', 'Süd', 'West'])).toBe('Nord, Süd und West')
    await showLanguage('en')
    expect(formatNumber(1234.56)).toBe('1,234.6')
  })

  it('dates in the zone of the site', () => {
    expect(formatDate('2026-11-20T23:30:00.000Z', 'Europe/Berlin')).toBe('21.11.2026')
    expect(formatDate('2026-11-20T23:30:00.000Z', 'Europe/London')).toBe('20.11.2026')
  })

  it('a span names its day once, and both if it passes midnight there', () => {
    const span = (end: string, zone: string) => plain(formatSpan('2026-11-20T22:30:00.000Z', end, zone)) ?? ''
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const days = (text: string) => text.match(/2026/g)?.length
    expect(days(span('2026-11-20T22:45:00.000Z', zone))).toBe(1)
    expect(days(span('2026-11-22T22:45:00.000Z', zone))).toBe(2)
    expect(span('2026-11-20T23:30:00.000Z', 'Europe/Berlin')).toMatch(/20\.11\.2026, 23:30.+21\.11\.2026, 00:30/)
  })

  it('name the zone in the hour that occurs twice [BOOK-4]', () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
    expect(formatTime(first, 'Europe/Berlin')).toMatch(/^02:30 (MESZ|GMT\+2)$/)
    expect(formatTime(second, 'Europe/Berlin')).toMatch(/^02:30 (MEZ|GMT\+1)$/)
    const span = plain(formatSpan('2026-10-24T23:30:00.000Z', second, 'Europe/Berlin'))
    expect(span).toMatch(/01:30 (MESZ|GMT\+2) – .+02:30 (MEZ|GMT\+1)/)
    expect(formatTime('2026-10-25T12:00:00.000Z', zone)).toMatch(/^\d{2}:\d{2}$/)
  })

  it('name the zone of a time exactly if clocks there differ from the reader’s', () => {
    const winter = new Date('2026-01-15T12:00:00.000Z')
    expect(zoneDiffers(winter, 'Europe/London', 'Europe/Berlin')).toBe(true)
    expect(zoneDiffers(winter, 'Europe/Zurich', 'Europe/Berlin')).toBe(false)
    expect(zoneDiffers(winter, undefined)).toBe(false)
    const elsewhere = ['Asia/Tokyo', 'America/New_York'].find((zone) => zoneDiffers(winter, zone))
    expect(formatTime(winter, elsewhere)).toMatch(/\d{2}:\d{2} (MEZ|GMT[+-]\d+|EST|JST)/)
    expect(formatTime(winter, Intl.DateTimeFormat().resolvedOptions().timeZone)).toMatch(/^\d{2}:\d{2}$/)
  })

  it('ages are rounded and later become dates', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const ago = (seconds: number) => plain(formatAge(now - seconds * 1_000, now))
    expect(ago(0)).toBeNull()
    expect(ago(4)).toBeNull()
    expect(ago(13)).toBe('vor 10 Sek.')
    expect(ago(59)).toBe('vor 55 Sek.')
    expect(ago(60)).toBe('vor 1 Min.')
    expect(ago(3 * 60 + 59)).toBe('vor 3 Min.')
    expect(ago(3_600)).toBe('vor 1 Std.')
    expect(ago(86_400)).toBe('vor 1 Tag')
    expect(ago(15 * 86_400)).toBe('06.11.2026')
    expect(ago(-120)).toBe('in 2 Min.')
    await showLanguage('en')
    expect(ago(180)).toBe('3 min ago')
  })

  it('countdowns never go below zero', () => {
    expect(formatCountdown(60)).toBe('1:00')
    expect(formatCountdown(59.2)).toBe('1:00')
    expect(formatCountdown(5)).toBe('0:05')
    expect(formatCountdown(-3)).toBe('0:00')
  })
})
