import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { readSummary, type Ticket, ticketRefusal } from './summary.ts'
import { plantTicket, type TicketRequest } from './testing/plant-ticket.ts'

const hour = 3_600_000

describe('ticketRefusal', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  const good: Ticket = { expiresAt: at(5), revokedAt: null, state: 'RESERVED', endsAt: at(5), guestsAllowed: true }

  it.each<[string, Partial<Ticket>, ReturnType<typeof ticketRefusal>]>([
    ['opens', {}, null],
    ['opens until the last moment', { expiresAt: at(0.001), endsAt: at(0.001) }, null],
    ['is over at its very end', { endsAt: now }, 'eticket-expired'],
    ['is over when the ticket ran out before the reservation', { expiresAt: now }, 'eticket-expired'],
    ['is over when the reservation ended before the ticket', { endsAt: at(-1) }, 'eticket-expired'],
    ['cancelled by the user', { state: 'STORNO' }, 'eticket-canceled'],
    ['abandoned while booking', { state: 'CANCELED' }, 'eticket-canceled'],
    ['cancelled and long over', { state: 'STORNO', endsAt: at(-1) }, 'eticket-expired'],
    ['a hold is no reservation yet', { state: 'CREATED' }, 'eticket-invalid'],
    ['the event lets no guests in', { guestsAllowed: false }, 'eticket-not-allowed'],
    ['no event lets nobody in', { guestsAllowed: null }, 'eticket-not-allowed'],
    ['taken back', { revokedAt: at(-1) }, 'eticket-invalid'],
    ['taken back and over', { revokedAt: at(-2), endsAt: at(-1) }, 'eticket-invalid'],
  ])('%s [TICK-2]', (_, change, refusal) => {
    expect(ticketRefusal({ ...good, ...change }, now)).toBe(refusal)
  })

  it('admits only a reserved, running or future stay whose link is not revoked and that is open to guests [TICK-2] [TICK-3]', () => {
    const moment = fc.integer({ min: -3, max: 3 }).map(at)
    fc.assert(
      fc.property(
        fc.record({
          expiresAt: moment,
          endsAt: moment,
          revokedAt: fc.option(moment),
          state: fc.constantFrom('CREATED', 'RESERVED', 'CANCELED', 'STORNO', 'OTHER'),
          guestsAllowed: fc.option(fc.boolean()),
        }),
        (ticket) => {
          const live = ticket.expiresAt > now && ticket.endsAt > now && ticket.revokedAt === null
          const opens = live && ticket.state === 'RESERVED' && ticket.guestsAllowed === true
          expect(ticketRefusal(ticket, now) === null).toBe(opens)
        },
      ),
    )
  })
})

describe('readSummary', () => {
  let database: TestDatabase
  let place: Planted
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const plant = async (request: Partial<TicketRequest> = {}, devices = 1) => {
    place = await plantSite(database.knex, { devices, type: 'BIKE_BOX' })
    const { siteId, zoneId, userId } = place
    return plantTicket(database.knex, { siteId, zoneId, userId, deviceId: place.deviceIds[0] ?? 0, ...request })
  }
  const read = (token: string, language: 'de' | 'en' = 'en') => readSummary(database.knex, token, language)

  it('returns place, devices in order, access time and span, in the requested language [TICK-1] [TICK-3]', async () => {
    const { reservationId, token } = await plant({}, 4)
    const locationId = await insert(database.knex, 'locations', {
      address: 'Ring 1',
      zip: '01069',
      city: 'Dresden',
      country: 'DE',
      latitude: 51.05,
      longitude: 13.74,
    })
    await database
      .knex('sites')
      .where('id', place.siteId)
      .update({
        location_id: locationId,
        full_name: 'Bike boxes at the ring',
        directions: 'Behind the hall',
        translations: JSON.stringify({ de: { directions: 'Hinter der Halle' } }),
      })
    const [main = 0, second = 0, retired = 0] = place.deviceIds
    await database.knex('devices').where('id', main).update({ sequence_number: 7, path_number: 2, path_name: 'North' })
    const child = { ...place, startsIn: -1, endsIn: 5, parentId: reservationId }
    const span = await database.knex('reservations').where('id', reservationId).first('starts_at', 'ends_at')
    await plantTicket(database.knex, { ...child, deviceId: second, reservation: span as object })
    await plantTicket(database.knex, { ...place, deviceId: retired })

    const english = await read(token)
    if (!english.ok) throw new Error(english.code)
    expect(english.summary.site).toMatchObject({ name: 'Bike boxes at the ring', directions: 'Behind the hall' })
    expect(english.summary.site.timeZone).toBe('Europe/Berlin')
    expect(english.summary.location).toMatchObject({
      address: 'Ring 1',
      zip: '01069',
      city: 'Dresden',
      latitude: 51.05,
    })
    expect(english.summary.devices).toEqual([
      { id: second, name: 'Lot 2', deviceType: 'Bike box', pathNumber: -1, pathName: null, sequenceNumber: 0 },
      { id: main, name: 'Lot 1', deviceType: 'Bike box', pathNumber: 2, pathName: 'North', sequenceNumber: 7 },
    ])
    expect(english.summary.event).toMatchObject({ name: 'Always' })
    expect(english.summary.reservation).toMatchObject({
      state: 'RESERVED',
      start: (span as { starts_at: Date }).starts_at.toISOString(),
      end: (span as { ends_at: Date }).ends_at.toISOString(),
    })
    expect(Math.abs(english.now.getTime() - Date.now())).toBeLessThan(10_000)
    const german = await read(token, 'de')
    expect(german).toMatchObject({ ok: true, summary: { site: { directions: 'Hinter der Halle' } } })
  })

  it('shows maintenance that touches the span; nothing revoked, over, elsewhere or internal [MAINT-1]', async () => {
    const { token } = await plant()
    const period = (change: object) =>
      insert(database.knex, 'maintenance_periods', {
        scope: 'site',
        site_id: place.siteId,
        reason: 'New locks',
        description: 'internal',
        starts_at: new Date(Date.now() - hour),
        ...change,
      })
    const there = await period({})
    await period({ revoked_at: new Date(), revoke_reason: 'done' })
    await period({ starts_at: new Date(Date.now() + 6 * hour) })
    const other = await plantSite(database.knex)
    await period({ site_id: other.siteId })
    const found = await read(token)
    if (!found.ok) throw new Error(found.code)
    expect(found.summary.maintenance).toEqual([
      { id: there, reason: 'New locks', start: expect.stringMatching(/T.*\.\d{3}Z$/) as string, end: null },
    ])
  })

  it.each<[string, Partial<TicketRequest>, string]>([
    ['ran out', { ticket: { expires_at: new Date(Date.now() - 1_000) } }, 'eticket-expired'],
    [
      'is over with its reservation',
      { startsIn: -9, endsIn: -8, ticket: { expires_at: '2099-01-01' } },
      'eticket-expired',
    ],
    ['of a cancelled reservation', { state: 'STORNO' }, 'eticket-canceled'],
    ['of an abandoned one', { state: 'CANCELED' }, 'eticket-canceled'],
    ['of a hold', { state: 'CREATED' }, 'eticket-invalid'],
    ['that the event does not allow', { guestsAllowed: false }, 'eticket-not-allowed'],
    ['without an event', { noEvent: true }, 'eticket-not-allowed'],
    ['was taken back', { ticket: { revoked_at: new Date() } }, 'eticket-invalid'],
    ['is good for another purpose', { ticket: { purpose: 'invitation' } }, 'eticket-invalid'],
    ['of nothing', { ticket: { reservation_id: null } }, 'eticket-invalid'],
  ])('a ticket that %s is refused [TICK-2]', async (_, request, code) => {
    const { token } = await plant(request)
    expect(await read(token)).toEqual({ ok: false, code })
  })

  it('accepts only a complete token, and none by guessing [TICK-3]', async () => {
    const { token } = await plant()
    const refused = { ok: false, code: 'eticket-invalid' }
    const near = [token.slice(1), `${token}A`, ` ${token}`, `${token}\n`, token.toUpperCase(), token.toLowerCase(), '']
    const odd = ["' or 1=1 --", '%', '../x', '\0', '🚲'.repeat(22), 'a'.repeat(10_000), ':hash', '?']
    for (const wrong of [...near, ...odd]) expect(await read(wrong), JSON.stringify(wrong)).toEqual(refused)
    for (let guess = 0; guess < 50; guess += 1)
      expect(await read(randomBytes(32).toString('base64url'))).toEqual(refused)
    expect((await read(token)).ok).toBe(true)
    const kept = await database.knex.raw<{ rows: unknown[] }>('select * from tokens t where t::text like ?', [
      `%${token}%`,
    ])
    expect(kept.rows).toEqual([])
  })
})
