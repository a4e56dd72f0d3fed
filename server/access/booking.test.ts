import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptSiteDocuments, addCode, removeCode } from '../../contract/access.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { localDate, timeOnDay } from '../../machines/booking/calendar.ts'
import claims from '../reservations/claims.ts'
import finalizeHandler from '../reservations/finalize.ts'
import holdHandler from '../reservations/hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith } from '../reservations/testing/booking-world.ts'
import { roomsOf } from '../socket/subscription.ts'
import { openSession } from '../testing/context.ts'
import acceptHandler from './accept-site-documents.ts'
import addHandler from './add-code.ts'
import removeHandler from './remove-code.ts'

const handlers = [holdHandler, finalizeHandler, addHandler, removeHandler, acceptHandler]
const timeZone = 'Europe/Berlin'
let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  world = await bookingWorld(database.knex, { places: 2, stages: [], handlers })
})

/** By the clock of the site, so many days from now. */
function request(from = '10:00', until = '11:00', days = 3, nights = 0) {
  const date = localDate(new Date(Date.now() + days * 86_400_000), timeZone)
  const [start, end] = [timeOnDay(date, from, timeZone), timeOnDay(date, until, timeZone, nights)]
  return { siteId: world.siteId, deviceId: world.deviceIds[0], start: start.toISOString(), end: end.toISOString() }
}
type BookingRequest = ReturnType<typeof request>
const zone = (values: object) => database.knex('zones').where({ id: world.zoneId }).update(values)
const event = (values: object) => database.knex('events').where({ id: world.eventId }).update(values)
const free = { paymentMethod: 'free', priceCents: 0 } as const

describe('a private zone', () => {
  const plantCode = (name: string, eventId: number | null) =>
    insert(database.knex, 'codes', { name, tenant_id: world.tenantId, zone_id: world.zoneId, event_id: eventId })

  it('is booked with a code only, and what was booked stays when the code is given up [PRIV-1]', async () => {
    await zone({ private: true })
    await event({ mode: 'private' })
    const codeId = await plantCode(`zone-${world.zoneId}`, null)
    const person = await world.person()
    expect(refusedWith(await person.send(hold, request()))).toBe('site-private')
    done(await person.send(addCode, { name: `ZONE-${world.zoneId}` }))
    const held = done(await person.send(hold, request())).reservation
    done(await person.send(finalize, { reservationId: held.id, ...free }))
    done(await person.send(removeCode, { codeId }))
    expect(refusedWith(await person.send(hold, request('12:00', '13:00')))).toBe('site-private')
    expect(await database.knex('reservations').where({ id: held.id }).first('state')).toEqual({ state: 'RESERVED' })
  })

  it('opens with the event of the code, and with no other one [PRIV-1]', async () => {
    await zone({ private: true })
    await event({ mode: 'private', full_day: false, daily_from: '08:00', daily_until: '12:00' })
    const afternoon = { zone_id: world.zoneId, name: 'Afternoon', mode: 'private', starts_on: '2020-01-01' }
    await insert(database.knex, 'events', { ...afternoon, full_day: false, daily_from: '12:00', daily_until: '18:00' })
    await plantCode(`morning-${world.zoneId}`, world.eventId)
    const person = await world.person()
    done(await person.send(addCode, { name: `morning-${world.zoneId}` }))
    expect(refusedWith(await person.send(hold, request('14:00', '15:00')))).toMatch(
      /not-permitted-then|outside-access-time/,
    )
    expect(done(await person.send(hold, request())).reservation.event?.id).toBe(world.eventId)
  })

  it('is booked by who is on the list of its event [PRIV-2] [EVT-1]', async () => {
    await zone({ private: true })
    await event({ mode: 'private', email_whitelist: 'boss@firm.example, *@list.example' })
    const [listed, other] = [await world.person(), await world.person()]
    const email = `anna.${world.zoneId}@LIST.example`
    await database.knex('users').where({ id: listed.userId }).update({ email })
    expect(done(await listed.send(hold, request())).reservation.state).toBe('CREATED')
    expect(refusedWith(await other.send(hold, request('12:00', '13:00')))).toBe('site-private')
  })

  it('shows its claims live from the code on, and no more without it [PRIV-1]', async () => {
    await zone({ private: true })
    const codeId = await plantCode(`live-${world.zoneId}`, null)
    const person = await world.person()
    const session = await openSession(database.knex, person.userId)
    const { start, end } = request()
    const rooms = () => roomsOf(world.context, claims, { start, end }, { sessionHash: session })
    expect(await rooms()).not.toContain(`claims:${world.zoneId}`)
    done(await person.send(addCode, { name: `live-${world.zoneId}` }))
    expect(await rooms()).toContain(`claims:${world.zoneId}`)
    done(await person.send(removeCode, { codeId }))
    expect(await rooms()).not.toContain(`claims:${world.zoneId}`)
  })
})

it('a zone of another company is there for a stranger only when it is readable without login [PRIV-4]', async () => {
  const stranger = await world.person()
  await database.knex('user_tenants').where({ user_id: stranger.userId }).delete()
  expect(refusedWith(await stranger.send(hold, request()))).toBe('site-invalid')
  await zone({ readable_without_login: true })
  expect(done(await stranger.send(hold, request())).reservation.state).toBe('CREATED')
})

it('is not booked before its documents are accepted, each time or for good [DOCS-1]', async () => {
  const id = await insert(database.knex, 'documents', { name: 'house.pdf', scope: 'zone', zone_id: world.zoneId })
  const person = await world.person()
  const book = async (from: string, until: string, acceptedDocumentIds: number[] = []) => {
    const { reservation } = done(await person.send(hold, request(from, until)))
    const answer = await person.send(finalize, { reservationId: reservation.id, ...free, acceptedDocumentIds })
    return answer.ok ? answer.reply.reservation.state : answer.refusal.code
  }
  expect(await book('08:00', '09:00')).toBe('documents-not-accepted')
  expect(await book('08:00', '09:00', [id])).toBe('RESERVED')
  expect(await book('09:00', '10:00')).toBe('documents-not-accepted')
  done(await person.send(acceptSiteDocuments, { siteId: world.siteId, rememberDecision: false }))
  expect(await book('09:00', '10:00')).toBe('RESERVED')
  expect(await book('10:00', '11:00')).toBe('documents-not-accepted')
  done(await person.send(acceptSiteDocuments, { siteId: world.siteId }))
  expect(await book('10:00', '11:00')).toBe('RESERVED')
  expect(await book('11:00', '12:00')).toBe('RESERVED')
})

describe('every field of an event counts when a place is held [EVT-1]', () => {
  const window = (from: string, until: string) => ({ full_day: false, daily_from: from, daily_until: until })
  const night = window('22:00', '06:00')
  const cases: [string, object, () => BookingRequest, string][] = [
    ['first day', { starts_on: '2099-01-01' }, request, 'no-access-time'],
    ['last day', { ends_on: '2020-12-31' }, request, 'no-access-time'],
    ['deleted', { deleted_at: new Date() }, request, 'no-access-time'],
    ['private', { mode: 'private' }, request, 'not-permitted-then'],
    ['daily window', window('06:00', '10:30'), request, 'outside-access-time'],
    ['daily window, inside', window('10:00', '11:00'), request, 'ok'],
    ['window over midnight', night, () => request('23:00', '07:00', 3, 1), 'outside-access-time'],
    ['window over midnight, inside', night, () => request('23:00', '05:00', 3, 1), 'ok'],
    ['window over midnight, its second half', night, () => request('02:00', '05:00'), 'ok'],
    ['single day', { single_day: true }, () => request('23:00', '01:00', 3, 1), 'not-same-day'],
    ['minimum', { min_duration_minutes: 90 }, request, 'duration-too-short'],
    ['maximum', { max_duration_minutes: 45 }, request, 'duration-too-long'],
    ['slot', { slot_minutes: 45 }, request, 'slot-mismatch'],
    ['latest booking', { prebook_min_minutes: 6 * 1_440 }, request, 'prebook-too-late'],
    ['earliest booking', { prebook_max_minutes: 60 }, request, 'prebook-too-early'],
  ]
  it.each(cases)('%s', async (_, values, wanted, outcome) => {
    await event(values)
    const answer = await (await world.person()).send(hold, wanted())
    expect(answer.ok ? 'ok' : answer.refusal.code).toBe(outcome)
  })

  it('device types', async () => {
    await database.knex.raw(
      `insert into event_device_types select ?, id from device_types where type = any ('{BIKE_BOX,LOCKER}')`,
      [world.eventId],
    )
    const person = await world.person()
    expect(refusedWith(await person.send(hold, request()))).toBe('no-access-time')
    await database.knex.raw(
      `insert into event_device_types select ?, id from device_types where type = 'PARKING_LOT'`,
      [world.eventId],
    )
    expect(done(await person.send(hold, request())).reservation.state).toBe('CREATED')
  })

  it('what holds later is kept as it was bought', async () => {
    const bought = {
      refund_until_minutes: 120,
      guest_ticket_allowed: false,
      sms_enabled: true,
      gps_enabled: true,
      lpr_enabled: true,
      entry_limit: 1,
      exit_limit: -1,
      grace_minutes: 10,
    }
    await event({ ...bought, licence_plate_mandatory: true })
    const person = await world.person()
    const without = done(await person.send(hold, request())).reservation
    expect(refusedWith(await person.send(finalize, { reservationId: without.id, ...free }))).toBe(
      'licence-plate-required',
    )
    const { reservation } = done(await person.send(hold, { ...request('12:00', '13:00'), licencePlate: 'FR-A 1' }))
    await event({ refund_until_minutes: 0, sms_enabled: false, guest_ticket_allowed: true })
    const booked = done(await person.send(finalize, { reservationId: reservation.id, ...free })).reservation
    expect(booked.rules).toEqual({
      refundUntilMinutes: 120,
      licencePlateMandatory: true,
      guestTicketAllowed: false,
      smsEnabled: true,
      gpsEnabled: true,
      lprEnabled: true,
      slotMinutes: 15,
      prebookMinMinutes: 0,
      entryLimit: 1,
      exitLimit: -1,
      graceMinutes: 10,
    })
  })
})
