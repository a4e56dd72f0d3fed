import { describe, expect, it } from 'vitest'
import { remoteOf, remoteSummary } from './remote.ts'

const span = { start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T12:00:00.000Z' }
const site = { type: 'sites', id: '1', attributes: { name: 'Ring', directions: null, timeZone: 'Europe/Berlin' } }
const read = (attributes: object, included: object[] = [site]) =>
  remoteOf(
    remoteSummary.parse({
      data: { type: 'reservations', id: 'x', attributes: { number: 7, state: 'RESERVED', ...span, ...attributes } },
      included,
      meta: { now: span.start },
    }),
  )

describe('the reservation behind a link', () => {
  it('shows what its link tells, and leaves out what it does not [RES-8]', () => {
    expect(read({ note: 'Gate 3', licencePlate: null })).toMatchObject({
      number: 7,
      site: { name: 'Ring' },
      location: null,
      devices: [],
      entries: { note: 'Gate 3', licencePlate: '', rfidToken: '' },
      priceCents: null,
    })
    expect(read({ priceCents: 450, state: 'STORNO' })).toMatchObject({ priceCents: 450, state: 'STORNO' })
  })

  it('is none without its place', () => {
    expect(read({}, [])).toBeNull()
    expect(read({}, [{ ...site, attributes: { name: 'Ring' } }])).toBeNull()
  })
})
