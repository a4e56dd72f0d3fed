import { describe, expect, it } from 'vitest'
import { reservationSummary } from '../../../contract/eticket.ts'
import { addressLines, mapLink } from '../../reservation/address.ts'
import { phaseOf, type Ticket, ticketOf } from './ticket-state.ts'

const span = { start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T12:00:00.000Z' }
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)

describe('phaseOf', () => {
  it.each([
    ['09:59:59.999', 'before'],
    ['10:00:00.000', 'during'],
    ['11:59:59.999', 'during'],
    ['12:00:00.000', 'after'],
  ])('%s is %s: the span is half open', (time, phase) => {
    expect(phaseOf(span, at(time))).toBe(phase)
  })
})

describe('the address', () => {
  const nowhere: NonNullable<Ticket['location']> = {
    address: null,
    zip: null,
    city: null,
    country: null,
    latitude: null,
    longitude: null,
  }
  it.each([
    [null, []],
    [{}, []],
    [{ city: 'Freiburg im Breisgau' }, ['Freiburg im Breisgau']],
    [{ address: 'Ring 1', zip: '01069', city: 'Dresden' }, ['Ring 1', '01069 Dresden']],
    [{ address: 'Kunzenweg, 79117 Freiburg', zip: '79117', city: 'Freiburg' }, ['Kunzenweg, 79117 Freiburg']],
    [{ address: 'Ring 1', zip: '01069' }, ['Ring 1', '01069']],
  ])('%j → %j', (location, lines) => {
    expect(addressLines(location && { ...nowhere, ...location })).toEqual(lines)
  })

  it('has a map only where the position is known, including the equator', () => {
    expect(mapLink(null)).toBeNull()
    expect(mapLink(nowhere)).toBeNull()
    expect(mapLink({ ...nowhere, latitude: 0, longitude: 0 })).toContain('mlat=0&mlon=0')
  })
})

describe('ticketOf', () => {
  const devices = ['2', '9'].map((id) => ({
    type: 'devices',
    id,
    attributes: { name: `Box ${id}`, deviceType: 'Bike box', pathNumber: -1, pathName: null, sequenceNumber: 0 },
  }))
  const site = {
    type: 'sites',
    id: '1',
    attributes: { name: 'Ring', directions: null, timeZone: 'Europe/Berlin', supportInfo: null },
    relationships: { locations: { data: null } },
  }
  const document = (included: unknown[]) =>
    reservationSummary.parse({
      data: {
        type: 'reservations',
        id: 'x',
        attributes: { number: 100_001, state: 'RESERVED', ...span },
        relationships: {
          sites: { data: { type: 'sites', id: '1' } },
          devices: { data: [] },
          events: { data: null },
          maintenancePeriods: { data: [] },
        },
      },
      included,
      meta: { now: span.start, purpose: 'eticket' },
    })

  it('keeps the order of the devices, and is invalid without its place', () => {
    const ticket = ticketOf(document([site, ...devices]))
    expect(ticket?.devices.map(({ name }) => name)).toEqual(['Box 2', 'Box 9'])
    expect(ticket).toMatchObject({ number: 100_001, location: null, maintenance: [], site: { name: 'Ring' } })
    expect(ticketOf(document(devices))).toBeNull()
  })

  it('accepts no field that the contract does not know [TICK-3]', () => {
    const leaking = { ...site, attributes: { ...site.attributes, user: 'Jane' } }
    expect(() => document([leaking])).toThrow()
  })
})
