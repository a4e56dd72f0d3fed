import { describe, expect, it } from 'vitest'
import { messageKinds } from '../../contract/messages.ts'
import { languages } from '../../contract/session.ts'
import { gsmLength, smsLength, toGsm } from './gsm.ts'
import { mobileNumber } from './mobile-number.ts'
import { type About, complete, renderMessage } from './render.ts'
import german from './texts/de.json' with { type: 'json' }
import { isAccountKind, kindRules } from './texts/kinds.ts'

const about: About = {
  language: 'de',
  name: 'Anna Berger',
  sender: 'Radhafen Freiburg – Reservierungen',
  timeZone: 'Europe/Berlin',
  site: 'Fahrradparkhaus am Hauptbahnhof Freiburg',
  gateway: 'Nord',
  reservation: {
    id: 7,
    number: 100_123,
    device: 'Fahrradbox FRW-08 im Untergeschoss',
    start: new Date('2026-10-24T20:00:00Z'),
    end: new Date('2026-10-25T02:30:00Z'),
    priceCents: 1_250,
  },
}
const full = {
  fromDevice: 'Fahrradbox FRW-08 im Untergeschoss',
  toDevice: 'Fahrradbox FRW-19 im Untergeschoss',
  why: 'maintenance',
  reason: 'Schloss wird getauscht',
  by: 'operator',
  from: '2026-10-24T20:00:00.000Z',
  until: '2026-10-25T02:30:00.000Z',
  triesUntil: '2026-10-24T19:00:00.000Z',
  refundCents: 1_250,
  cents: 480,
  malfunctionKind: 'stuck-door',
  since: '2026-10-24T10:00:00.000Z',
  devices: 12,
  email: 'anna@world.example',
  inviter: 'Max Huber',
  zones: 'Nord, Süd',
  what: 'password',
  at: '2026-10-24T10:00:00.000Z',
  changedWith: 'Firefox, Windows',
  address: '203.0.113.9',
}
const cases = languages.flatMap((language) => messageKinds.map((kind) => [language, kind] as const))

describe('rendered messages [NOTE-1]', () => {
  it.each(cases)('%s: %s has every value, and no placeholder of a missing one', (language, kind) => {
    const said = renderMessage(kind, { ...about, language }, full)
    const bare = renderMessage(kind, { ...about, language, site: null, gateway: null, reservation: null }, {})
    for (const { subject, text, html } of [said, bare]) {
      expect(subject).not.toMatch(/[\r\n]|undefined|NaN/)
      expect(subject.length).toBeLessThan(200)
      expect(text).not.toMatch(/\{(?!(portal|link)\})|undefined|NaN|Invalid/)
      expect(html).toContain(`lang="${language}"`)
    }
    expect(said.text).not.toMatch(/\bnone\b/)
    expect(said.text).toContain('Anna Berger')
    expect(said.text).toContain(about.sender)
    expect(said.sms === null).toBe(!kindRules[kind].sms)
  })

  it.each(cases.filter(([, kind]) => kindRules[kind].sms))('%s: %s fits into two SMS', (language, kind) => {
    const { sms } = renderMessage(kind, { ...about, language }, full)
    expect(gsmLength(sms ?? '')).toBeLessThanOrEqual(smsLength)
    expect(sms).not.toMatch(/\.\.\.$|\bnone\b|\?/)
  })

  it('gives times in the zone of the site, across the night in which clocks go back [NOTE-1]', () => {
    const { text } = renderMessage('maintenance-not-moved', about, full)
    expect(text).toContain('vom 24.10.2026, 22:00 Uhr bis 25.10.2026, 03:30 Uhr')
    expect(text).toMatch(/Sa\., 24\.10\.2026, 22:00.*25\.10\.2026, 03:30/)
    expect(text).toContain('12,50\u00a0€ zurück')
    expect(renderMessage('maintenance-not-moved', about, { ...full, until: null }).text).toContain('bis auf Weiteres')
  })

  it('has no text for a kind that does not exist', () => {
    const ofKinds = Object.keys(german).filter((key) => /\.(subject|body|sms|link)$/.test(key))
    const wanted = messageKinds.flatMap((kind) => [
      `${kind}.subject`,
      `${kind}.body`,
      ...(kindRules[kind].sms ? [`${kind}.sms`] : []),
      ...(isAccountKind(kind) ? [`${kind}.link`] : []),
    ])
    expect(ofKinds.sort()).toEqual(wanted.sort())
  })

  it('keeps names out of headers and markup', () => {
    const evil = { ...about, name: 'A\r\nBcc: all@example.org', site: '<script>alert(1)</script>\nB: c' }
    const { subject, text, html } = renderMessage('reservation-confirmed', evil, {})
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).toContain('A Bcc: all@example.org,')
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;')
  })

  it('links to the current address of the portal', () => {
    const { text, html } = renderMessage('reservation-confirmed', about, {})
    expect(complete(text, 'https://parken.example')).toContain('https://parken.example/reserved-parking-lots/7')
    expect(complete(html, 'https://parken.example')).toContain('href="https://parken.example/profile"')
    expect(renderMessage('gateway-silent', about, full).text).toContain('{portal}/malfunctions')
  })
})

describe('SMS [NOTE-2]', () => {
  it('use their own alphabet, in which a euro sign takes two positions', () => {
    expect(toGsm('Çà et là – l’hôtel “Öl” 5 €…')).toBe('Çà et là - l\'hotel "Öl" 5 €...')
    expect(gsmLength('5 €')).toBe(4)
    expect(toGsm('東')).toBe('?')
  })

  it('are cut to two messages', () => {
    const cut = toGsm('€'.repeat(400))
    expect(gsmLength(cut)).toBeLessThanOrEqual(smsLength)
    expect(cut.endsWith('...')).toBe(true)
    expect(toGsm('a'.repeat(smsLength))).toHaveLength(smsLength)
  })

  it.each([
    ['0151 23456789', '+4915123456789'],
    ['+49 (0)151 / 23456789', '+4915123456789'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+39 347 1234567', '+393471234567'],
    ['+49 761 2034567', null],
    ['0800 1234567', null],
    ['+1 202 456 1111', '+12024561111'],
    ['12', null],
    ['', null],
    [null, null],
  ])('%s as a mobile number: %s', (typed, number) => {
    expect(mobileNumber(typed)).toBe(number)
  })
})
