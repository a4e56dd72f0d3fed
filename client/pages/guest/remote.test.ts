import { describe, expect, it } from 'vitest'
import { anySummary, remoteOf } from './remote.ts'

const span = { start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T12:00:00.000Z' }
const site = {
  type: 'sites',
  id: '1',
  attributes: { name: 'Ring', directions: null, timeZone: 'Europe/Berlin', supportInfo: null },
  relationships: { locations: { data: null } },
}
const read = (purpose: string, attributes: object, included: object[] = [site]) =>
  remoteOf(
    anySummary.parse({
      data: {
        type: 'reservations',
        id: 'x',
        attributes: { number: 7, state: 'RESERVED', ...span, ...attributes },
        relationships: {
          sites: { data: { type: 'sites', id: '1' } },
          devices: { data: [] },
          events: { data: null },
          maintenancePeriods: { data: [] },
        },
      },
      included,
      meta: { now: span.start, purpose },
    }),
  )
const entries = { note: 'Gate 3', licencePlate: null, rfidToken: null, licencePlateMandatory: true }
const money = {
  priceCents: 450,
  netCents: 378,
  taxCents: 72,
  taxRatePercent: 19,
  paymentMethod: 'credit',
  paidCents: 450,
  refundedCents: 0,
}

describe('the reservation behind a link', () => {
  it('lets only the holder of a remote reservation change it, and only a summary reveal the price [RES-8]', () => {
    expect(read('remote', entries)).toMatchObject({ number: 7, site: { name: 'Ring' }, entries, money: null })
    expect(read('summary', money)).toMatchObject({ entries: null, money: { priceCents: 450 } })
    expect(read('eticket', {})).toMatchObject({ entries: null, money: null, devices: [], location: null })
  })

  it('is invalid without its place, and accepts no field that its link does not reveal [TICK-3]', () => {
    expect(read('remote', entries, [])).toBeNull()
    expect(() => read('remote', { ...entries, pin: '1234' })).toThrow()
  })
})
