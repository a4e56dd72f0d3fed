import { beforeEach, describe, expect, it } from 'vitest'
import { reservationSummary } from '../../contract/eticket.ts'
import { type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { plantTicket, type TicketRequest } from '../reservations/testing/plant-ticket.ts'
import { startApp } from './testing/app.ts'
import { useApp } from './testing/use-app.ts'

const everything = 'include=devices,sites.locations,events,maintenancePeriods'
const { db, app } = await useApp()
let place: Planted

beforeEach(async () => {
  place = await plantSite(db.knex, { type: 'BIKE_BOX' })
})

const plant = (request: Partial<TicketRequest> = {}) =>
  plantTicket(db.knex, { ...place, deviceId: place.deviceIds[0] ?? 0, ...request })
const get = (token: string, query = everything, headers: Record<string, string> = {}) =>
  app.ask('GET', `/reservation-summaries/${token}?${query}`, { headers })

describe('GET /reservation-summaries/:token', () => {
  it('returns exactly the fields of the contract, without a session [TICK-1] [API-1]', async () => {
    const { token } = await plant()
    const answer = await get(token)
    expect(answer.status).toBe(200)
    const summary = reservationSummary.parse(answer.body)
    expect(summary.included.map(({ type }) => type)).toEqual(['sites', 'devices', 'events'])
    expect(summary.data.relationships.devices.data).toEqual([{ type: 'devices', id: String(place.deviceIds[0]) }])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('application/vnd.api+json')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('reveals nothing about the booker, no price, and nothing about others [TICK-3]', async () => {
    await db.knex('users').where('id', place.userId).update({ firstname: 'Secretia', mobile_number: '+4915100000' })
    const secrets = {
      note: 'Secret note',
      licence_plate: 'DD-S 1',
      rfid_token: 'rfid-s',
      pin: '123456',
      price_cents: 98_765,
    }
    const { token } = await plant({ reservation: { ...secrets, payment_method: 'credit' } })
    const other = await plantSite(db.knex)
    await plantTicket(db.knex, { ...other, deviceId: other.deviceIds[0] ?? 0 })
    const all = `${everything},Sites.Zones,Users.BlockedUsers`
    const { text, body, data } = await get(token, all)
    expect(body.included?.map(({ type }) => type)).toEqual(['sites', 'devices', 'events'])
    for (const secret of [
      'Secret',
      'visitor-',
      '@',
      '+49',
      'DD-S',
      'rfid',
      '123456',
      '98765',
      'price',
      'credit',
      token,
    ])
      expect(text.toLowerCase(), secret).not.toContain(secret.toLowerCase())
    expect(text).not.toMatch(/user|zones|tenant|gateway|hardware/i)
    expect(Object.keys(data[0]?.attributes ?? {}).sort()).toEqual(['end', 'number', 'start', 'state'])
  })

  it('includes what is requested and refuses what does not exist [API-1]', async () => {
    const { token } = await plant()
    expect((await get(token, '')).body).not.toHaveProperty('included')
    expect((await get(token, 'include=Devices')).body.included?.map(({ type }) => type)).toEqual(['devices'])
    expect(await get(token, 'include=users.secrets')).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await get(token, 'colour=red')).toMatchObject({ status: 400, error: { code: 'bad-input' } })
  })

  it.each<[string, Partial<TicketRequest>, number, string, RegExp]>([
    ['expired', { startsIn: -9, endsIn: -8 }, 410, 'eticket-expired', /no longer allowed to access/],
    ['cancelled', { state: 'STORNO' }, 409, 'eticket-canceled', /cancelled/],
    ['not allowed by the event', { guestsAllowed: false }, 403, 'eticket-not-allowed', /does not allow guest/],
    [
      'taken back',
      { ticket: { revoked_at: new Date() } },
      404,
      'eticket-invalid',
      /no reservation for this ticket.*log in/,
    ],
  ])('refuses a ticket that is %s with its own message [TICK-2]', async (_, request, status, code, detail) => {
    const { token } = await plant(request)
    const answer = await get(token)
    expect(answer).toMatchObject({ status, error: { status: String(status), code } })
    expect(answer.error?.detail).toMatch(detail)
    expect(answer.text).not.toContain('Site')
    const german = await get(token, '', { 'accept-language': 'de' })
    expect(german.error?.detail).not.toBe(answer.error?.detail)
  })

  it('refuses tokens of another form and tokens that were never issued [TICK-3]', async () => {
    for (const token of [
      'x',
      '1',
      'a'.repeat(43),
      'a'.repeat(3_000),
      '%F0%9F%9A%B2',
      '..%2F..%2Fetc',
      "'%20or%201=1--",
    ])
      expect(await get(token), token).toMatchObject({ status: 404, error: { code: 'eticket-invalid' } })
  })

  it('logs no token, neither of the call nor of the page [TICK-3] [OPS-4]', async () => {
    const { token } = await plant()
    await get(token)
    await app.ask('GET', `/eticket/${token}`, { headers: { accept: 'text/html', 'client-id': '' } })
    await app.ask('GET', `/eticket/${token.slice(0, 20)}`)
    expect(app.log()).toContain('/eticket/[redacted]')
    expect(app.log()).toContain('/reservation-summaries/[redacted]')
    expect(app.log()).not.toContain(token.slice(0, 20))
  })

  it('limits callers who try many [TICK-3]', async () => {
    const fresh = await startApp(db.knex)
    const answers: number[] = []
    for (let guess = 0; guess < 61; guess += 1)
      answers.push((await fresh.ask('GET', `/reservation-summaries/${'a'.repeat(43)}`)).status)
    await fresh.close()
    expect(answers.slice(0, 60).every((status) => status === 404)).toBe(true)
    expect(answers[60]).toBe(429)
  })
})
