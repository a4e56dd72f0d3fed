import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { billedSummary, remoteSummary, reservationSummary } from '../../contract/eticket.ts'
import { cancel, extend, reserveRemotely, revokeShare, share } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { startApp, type TestApp } from '../http/testing/app.ts'
import { type BookingWorld, bookingWorld, done, refusedWith, type TestPerson } from './testing/booking-world.ts'
import { book, endIn, hour, lifeHandlers, operator, plantDevice, shift } from './testing/life.ts'
import { readReservations } from './view.ts'

let db: TestDatabase
let app: TestApp
let world: BookingWorld
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  // Calls of one address are limited per minute, so every test has its own app.
  app = await startApp(db.knex)
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, event: { licence_plate_mandatory: false } })
  person = await world.person()
  return () => app.close()
})

const everything = [
  'devices.deviceTypes,devices.deviceAccessMethods,devices.media,childReservations,transactions.paymentMethods',
  'sites.locations,sites.barriers,sites.media,sites.zones.tenants,events,maintenancePeriods',
].join(',')
const tokenOf = (url: string) => /[A-Za-z0-9_-]{43}/.exec(url)?.[0] ?? ''
const open = (url: string, include = everything) =>
  app.ask('GET', `/reservation-summaries/${tokenOf(url)}?include=${include}`)
const shareIt = async (reservationId: number, kind: 'eticket' | 'summary' = 'eticket', who = person) =>
  done(await who.send(share, { reservationId, kind }))
const remotely = async (more: object = {}) => {
  const manager = await operator(db.knex, world)
  const input = { siteId: world.siteId, deviceId: world.deviceIds[0] ?? 0, start: hour(24), end: hour(25), ...more }
  return { manager, ...done(await manager.send(reserveRemotely, input)) }
}

describe('sharing', () => {
  it('creates a link that opens exactly this reservation for somebody without an account [TICK-1] [TICK-3]', async () => {
    await plantDevice(db.knex, world, 'BARRIER', { is_mandatory: true, path_number: -1 })
    const { id, number } = await book(person, world, { note: 'Secret note', licencePlate: 'DD-S 99' })
    const { share: link, url } = await shareIt(id)
    expect(url).toMatch(/^http:\/\/localhost\/eticket\/[A-Za-z0-9_-]{43}$/)
    expect(link).toMatchObject({ kind: 'eticket', uses: 0, expiresAt: hour(25) })
    const answer = await open(url)
    const summary = reservationSummary.parse(answer.body)
    expect(summary.data.attributes).toEqual({ number, state: 'RESERVED', start: hour(24), end: hour(25) })
    expect(summary.meta.purpose).toBe('eticket')
    expect(new Set(summary.included.map(({ type }) => type))).toEqual(
      new Set(['sites', 'devices', 'device-types', 'events', 'reservations']),
    )
    for (const secret of ['Secret', 'DD-S', 'price', 'tenant', '"zones', 'transactions', 'booking', 'person-', '@'])
      expect(answer.text.toLowerCase(), secret).not.toContain(secret.toLowerCase())
  })

  it('falls back to the access time where an old reservation stored no rules, on the card and in the command [TICK-1] [RES-3]', async () => {
    const { id } = await book(person, world)
    await db.knex('reservations').where({ id }).update({ rules: '{}' })
    const [read] = await readReservations(db.knex, [id])
    expect(read?.view.rules.guestTicketAllowed).toBe(true)
    expect((await shareIt(id)).share.kind).toBe('eticket')
    await db.knex('events').where({ id: world.eventId }).update({ guest_ticket_allowed: false })
    expect(refusedWith(await person.send(share, { reservationId: id }))).toBe('eticket-not-allowed')
  })

  it('counts openings of the page; a page that stays open and asks again counts once [TICK-1]', async () => {
    const { id } = await book(person, world)
    const { url, share: link } = await shareIt(id)
    await Promise.all([open(url), open(url), open(url)])
    const uses = () => db.knex('tokens').where({ id: link.id }).first('uses')
    expect(await uses()).toEqual({ uses: 1 })
    const later = async (seconds: number) => {
      const usedAt = new Date(Date.now() - seconds * 1_000)
      await db.knex('tokens').where({ id: link.id }).update({ used_at: usedAt })
      await open(url)
    }
    await later(60)
    await later(60)
    expect(await uses()).toEqual({ uses: 1 })
    await later(301)
    expect(await uses()).toEqual({ uses: 2 })
  })

  it('stores the link nowhere: not in tokens, audit trail, history or outbox [TICK-3]', async () => {
    const { id } = await book(person, world)
    const { url } = await shareIt(id)
    const remote = await remotely({ start: hour(50), end: hour(51) })
    const tables = await many<{ name: string }>(
      db.knex,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables)
      for (const token of [tokenOf(url), tokenOf(remote.url)])
        expect(await many(db.knex, 'select 1 from ?? t where t::text like ?', [name, `%${token}%`]), name).toEqual([])
  })

  it('returns the same link to a repeated request, and creates no second one [TICK-1]', async () => {
    const { id } = await book(person, world)
    const command = randomUUID()
    const answers = await Promise.all([1, 2].map(() => person.send(share, { reservationId: id }, command)))
    expect(answers[0]).toEqual(answers[1])
    expect(await many(db.knex, 'select 1 from tokens where reservation_id = ?', [id])).toHaveLength(1)
    // Another process, or this one a minute later, no longer remembers it.
    const elsewhere = await (await bookingWorld(db.knex, { handlers: lifeHandlers })).as(person.userId)
    expect(refusedWith(await elsewhere.send(share, { reservationId: id }, command))).toBe('outcome-unknown')
  })

  it('allows at most ten open links, and another one after a revocation [TICK-3]', async () => {
    const { id } = await book(person, world)
    const { share: first } = await shareIt(id)
    for (let n = 1; n < 10; n += 1) await shareIt(id, n % 2 ? 'summary' : 'eticket')
    expect(await person.send(share, { reservationId: id })).toEqual({
      ok: false,
      refusal: { code: 'too-many-shares', params: { most: 10 } },
    })
    done(await person.send(revokeShare, { reservationId: id, shareId: first.id }))
    await shareIt(id)
  })

  it('ends one link at once, by its owner or an operator, and leaves others open [TICK-3] [TICK-2]', async () => {
    const { id } = await book(person, world)
    const [one, two] = [await shareIt(id), await shareIt(id)]
    const input = { reservationId: id, shareId: one.share.id }
    expect(refusedWith(await (await world.person()).send(revokeShare, input))).toBe('not-found')
    const other = await book(person, world, { from: 40 })
    expect(refusedWith(await person.send(revokeShare, { ...input, reservationId: other.id }))).toBe('not-found')
    expect((await open(one.url)).status).toBe(200)
    done(await (await operator(db.knex, world)).send(revokeShare, input))
    done(await person.send(revokeShare, input))
    expect(await open(one.url)).toMatchObject({ status: 404, error: { code: 'eticket-invalid' } })
    expect((await open(two.url)).status).toBe(200)
    const history = await db.knex('reservation_history').where({ reservation_id: id, type: 'share-revoked' })
    expect(history).toHaveLength(1)
  })

  it('follows the rules of the purchase on guests; a summary lets nobody in [TICK-2] [EVT-1]', async () => {
    const closed = await bookingWorld(db.knex, { handlers: lifeHandlers, event: { guest_ticket_allowed: false } })
    const somebody = await closed.person()
    const { id } = await book(somebody, closed)
    expect(refusedWith(await somebody.send(share, { reservationId: id }))).toBe('eticket-not-allowed')
    const { url } = await shareIt(id, 'summary', somebody)
    expect((await open(url)).status).toBe(200)
    await db.knex('events').where({ id: closed.eventId }).update({ guest_ticket_allowed: true })
    expect(refusedWith(await somebody.send(share, { reservationId: id }))).toBe('eticket-not-allowed')
  })

  it('continues with the follow-up, and at its new place, when its reservation is over [TICK-1] [RES-4]', async () => {
    const { id } = await book(person, world, { deviceId: world.deviceIds[0] ?? 0 })
    const { url } = await shareIt(id)
    const move = { end: hour(26), deviceId: world.deviceIds[1] ?? 0, priceCents: 450, paymentMethod: 'credit' } as const
    const { reservation: next } = done(await person.send(extend, { reservationId: id, ...move }))
    const shown = async () => reservationSummary.parse((await open(url)).body).data
    expect(await shown()).toMatchObject({ attributes: { end: hour(25) } })
    await shift(db.knex, next.id, await endIn(db.knex, id, -5))
    expect(await shown()).toMatchObject({
      attributes: { number: next.number },
      relationships: { devices: { data: [{ id: String(world.deviceIds[1]) }] } },
    })
  })

  it('ends with the reservation [TICK-2]', async () => {
    const { id, priceCents } = await book(person, world)
    const { url } = await shareIt(id)
    done(await person.send(cancel, { reservationId: id, refundCents: priceCents }))
    expect(await open(url)).toMatchObject({ status: 409, error: { code: 'eticket-canceled' } })
    expect(refusedWith(await person.send(share, { reservationId: id }))).toBe('reservation-not-reserved')
  })
})

describe('a summary link', () => {
  it('shows price, ledger, zones and tenants, and nothing that opens doors [RES-8]', async () => {
    const { id } = await book(person, world, { licencePlate: 'DD-S 99', note: 'Secret' })
    const { url } = await shareIt(id, 'summary')
    expect(url).toMatch(/\/reservations\/remote\/[A-Za-z0-9_-]{43}\/view$/)
    const answer = await open(url)
    const { data, included, meta } = billedSummary.parse(answer.body)
    expect(data.attributes).toMatchObject({
      priceCents: 150,
      paidCents: 150,
      refundedCents: 0,
      paymentMethod: 'credit',
    })
    expect(included.map(({ type }) => type).sort()).toEqual(
      ['devices', 'device-types', 'events', 'payment-methods', 'sites', 'tenants', 'transactions', 'zones'].sort(),
    )
    expect(included.find(({ type }) => type === 'transactions')?.attributes).toMatchObject({ amountCents: -150 })
    expect(meta.purpose).toBe('summary')
    for (const secret of ['DD-S', 'Secret', 'pin', 'person-']) expect(answer.text, secret).not.toContain(secret)
  })
})

describe('a remote reservation', () => {
  const patch = (url: string, body: unknown) =>
    app.ask('PATCH', `/remote-reservations/${tokenOf(url)}`, { body: body as object })
  const giveBack = (url: string) => app.ask('POST', `/remote-reservations/${tokenOf(url)}/cancel`)

  it('is made by an operator of the zone, free of charge, and shown to the holder of the link [RES-8]', async () => {
    const { url, reservationId, manager } = await remotely({ licencePlate: 'DD-R 1' })
    expect(url).toMatch(/\/reservations\/remote\/[A-Za-z0-9_-]{43}$/)
    expect(await db.knex('reservations').where({ id: reservationId }).first()).toMatchObject({
      state: 'RESERVED',
      user_id: null,
      managed_by: manager.userId,
      price_cents: 0,
      payment_method: 'free',
      event_id: world.eventId,
    })
    const { data, included, meta } = remoteSummary.parse((await open(url)).body)
    expect(data.attributes).toMatchObject({ licencePlate: 'DD-R 1', note: null, licencePlateMandatory: false })
    expect(included.map(({ type }) => type)).not.toContain('transactions')
    expect(meta.purpose).toBe('remote')
  })

  it('is bound by claims, maintenance and a sensible span, not by access times [RES-8] [BOOK-3]', async () => {
    await db.knex('events').where({ id: world.eventId }).update({ slot_minutes: 60, max_duration_minutes: 60 })
    const { manager, reservationId } = await remotely({ start: hour(24), end: hour(30) })
    const { event_id } = (await db.knex('reservations').where({ id: reservationId }).first('event_id')) as {
      event_id: number | null
    }
    expect(event_id).toBeNull()
    const input = { siteId: world.siteId, deviceId: world.deviceIds[0] ?? 0, start: hour(29), end: hour(31) }
    const ask = async (more: object) => refusedWith(await manager.send(reserveRemotely, { ...input, ...more }))
    expect(await ask({})).toBe('place-taken')
    expect(await ask({ end: hour(29) })).toBe('duration-zero')
    expect(await ask({ start: hour(-5) })).toBe('start-in-past')
    expect(await ask({ deviceId: 999_999 })).toBe('device-not-bookable')
    expect(await ask({ siteId: 999_999 })).toBe('not-found')
    const foreign = await operator(db.knex, world, { inZone: false })
    expect(refusedWith(await foreign.send(reserveRemotely, input))).toBe('not-found')
    expect(refusedWith(await person.send(reserveRemotely, input))).toBe('not-authorized')
  })

  it('lets its holder fill in and correct what only they know [RES-8] [RES-3]', async () => {
    const { url, reservationId } = await remotely()
    const filled = { state: 'RESERVED', note: 'Two bikes', licencePlate: 'DD-R 2', rfidToken: null }
    expect(await patch(url, { note: ' Two bikes ', licencePlate: 'DD-R 2' })).toMatchObject({
      status: 200,
      body: filled,
    })
    expect(await patch(url, { note: '' })).toMatchObject({ body: { ...filled, note: null } })
    expect(await patch(url, { note: 'x'.repeat(256) })).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await patch(url, { price: 0 })).toMatchObject({ status: 400 })
    await db
      .knex('reservations')
      .where({ id: reservationId })
      .update({ rules: { licencePlateMandatory: true } })
    expect(await patch(url, { licencePlate: null })).toMatchObject({
      status: 400,
      error: { code: 'licence-plate-required', source: { pointer: '/licencePlate' } },
    })
  })

  it('lets its holder cancel it, however often the request is sent [RES-8]', async () => {
    const { url, manager, reservationId } = await remotely()
    const answers = await Promise.all([giveBack(url), giveBack(url)])
    expect(answers.map(({ status, body }) => [status, (body as unknown as { state: string }).state])).toEqual([
      [200, 'STORNO'],
      [200, 'STORNO'],
    ])
    expect(
      await db.knex('reservation_history').where({ reservation_id: reservationId, type: 'canceled' }),
    ).toHaveLength(1)
    expect(await patch(url, { note: 'x' })).toMatchObject({ status: 409, error: { code: 'eticket-canceled' } })
    expect(await open(url)).toMatchObject({ status: 409, error: { code: 'eticket-canceled' } })
    done(
      await manager.send(reserveRemotely, {
        siteId: world.siteId,
        deviceId: world.deviceIds[0] ?? 0,
        start: hour(24),
        end: hour(25),
      }),
    )
  })

  it('reveals nothing to an eTicket, a revoked link or a guess, and logs no link [TICK-3]', async () => {
    const { id } = await book(person, world, { from: 50 })
    const eticket = await shareIt(id)
    const invalid = { status: 404, error: { code: 'eticket-invalid' } }
    for (const url of [eticket.url, 'a'.repeat(43)]) {
      expect(await patch(url, { note: 'x' })).toMatchObject(invalid)
      expect(await giveBack(url)).toMatchObject(invalid)
    }
    const { url, reservationId, manager } = await remotely()
    await db.knex('tokens').where({ reservation_id: reservationId }).update({ revoked_at: new Date() })
    expect(await patch(url, { note: 'x' })).toMatchObject(invalid)
    expect(refusedWith(await manager.send(cancel, { reservationId, refundCents: 1 }))).toBe('refund-changed')
    expect(app.log()).toContain('/remote-reservations/[redacted]/cancel')
    for (const token of [tokenOf(url), tokenOf(eticket.url)]) expect(app.log()).not.toContain(token.slice(0, 20))
  })
})
