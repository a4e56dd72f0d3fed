import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type Answered, type AskOptions, askAt } from '../http/testing/ask.ts'
import { giveCredit } from '../reservations/testing/booking-world.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { signIn } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

const hour = 3_600_000
const quarter = hour / 4
/** Tomorrow at a full quarter of an hour, and so many hours later. */
const base = Math.ceil(Date.now() / quarter) * quarter + 24 * hour
const at = (hours: number) => new Date(base + hours * hour).toISOString()

type Who = 'visitor' | 'rm' | 'foreignRm' | 'admin'
let db: TestDatabase
let world: World
let portal: RunningPortal
const cookies = new Map<Who, string>()

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 4 })
  const { knex } = db
  const tariffId = await insert(knex, 'tariffs', { name: 'Tariff', tenant_id: world.tenants.own })
  await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
  await insert(knex, 'events', { zone_id: world.own.id, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId })
  const locationId = await insert(knex, 'locations', { address: 'Ring 1', zip: '01067', city: 'Dresden' })
  await knex('sites').where({ id: world.own.siteId }).update({ location_id: locationId })
  const others = await insert(knex, 'tenants', { name: 'Others', prefix: 'others' })
  const hidden = { name: 'Hidden', private: true, tenant_id: others }
  await knex('site_zones').insert({ site_id: world.own.siteId, zone_id: await insert(knex, 'zones', hidden) })
  await giveCredit(knex, world.users.visitor.id, 10_000)
  portal = await startPortal({ databaseUrl: db.url })
  for (const who of ['visitor', 'rm', 'foreignRm', 'admin'] as const) {
    const url = who === 'admin' ? portal.adminUrl : portal.url
    cookies.set(who, await signIn(url, world.users[who].login, world.password))
  }
})
afterAll(async () => {
  await portal?.end()
  await db?.close()
})

/** A call of a person; JSON:API responses have passed the official schema. */
async function call(who: Who, method: string, path: string, options: AskOptions = {}): Promise<Answered> {
  const ask = askAt(who === 'admin' ? portal.adminUrl : portal.url)
  return ask(method, path, { cookie: cookies.get(who) ?? '', ...options })
}
const get = (who: Who, path: string) => call(who, 'GET', path)
const body = (attributes: object, id?: string) => ({
  data: { type: 'reservations', ...(id ? { id } : {}), attributes },
})
const device = (index: number) => world.own.gateway.devices[index]?.id ?? 0
const ids = (answer: Answered) => answer.data.map(({ id }) => id)

/** Holds and books a place for an hour; returns the reservation's id. */
async function book(index: number, from: number, more: object = {}): Promise<string> {
  const request = { siteId: world.own.siteId, deviceId: device(index), start: at(from), end: at(from + 1), ...more }
  const held = await call('visitor', 'POST', '/reservations', { body: body(request) })
  expect(held, held.text).toMatchObject({ status: 201, data: [{ attributes: { state: 'CREATED', priceCents: 150 } }] })
  const id = held.data[0]?.id ?? ''
  expect(held.headers.get('location')).toBe(`/reservations/${id}`)
  const paid = await call('visitor', 'POST', `/reservations/${id}/finalize`, {
    body: body({ paymentMethod: 'credit', priceCents: 150 }),
  })
  expect(paid, paid.text).toMatchObject({ status: 200, data: [{ attributes: { state: 'RESERVED', paidCents: 150 } }] })
  return id
}

describe('booking over HTTP', () => {
  it('a hold and its booking sent again answer the same; the same key for another request is refused [API-1] [BOOK-7]', async () => {
    const request = { siteId: world.own.siteId, deviceId: device(0), start: at(0), end: at(1), note: 'Level 1' }
    const options = { headers: { 'idempotency-key': randomUUID() }, body: body(request) }
    const first = await call('visitor', 'POST', '/reservations', options)
    expect(first.status).toBe(201)
    const again = await call('visitor', 'POST', '/reservations', options)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const other = { ...options, body: body({ ...request, note: 'Level 2' }) }
    expect(await call('visitor', 'POST', '/reservations', other)).toMatchObject({
      status: 422,
      error: { code: 'command-id-reused' },
    })
    const id = first.data[0]?.id ?? ''
    const finalize = {
      headers: { 'idempotency-key': 'booking-1' },
      body: body({ paymentMethod: 'credit', priceCents: 150 }, id),
    }
    const booked = await call('visitor', 'POST', `/reservations/${id}/finalize`, finalize)
    expect(booked).toMatchObject({ status: 200, data: [{ id, attributes: { state: 'RESERVED', note: 'Level 1' } }] })
    const replayed = await call('visitor', 'POST', `/reservations/${id}/finalize`, finalize)
    expect([replayed.status, replayed.body]).toEqual([200, booked.body])
    expect(await db.knex('transactions').where({ reservation_id: Number(id) })).toHaveLength(1)
    const late = await call('visitor', 'POST', '/reservations', options)
    expect([late.data[0]?.attributes?.state, late.headers.get('idempotent-replayed')]).toEqual(['CREATED', 'true'])
  })

  it('finds the own hold again for the same request, and gives it up by its state [HOLD-4] [RES-1]', async () => {
    const request = { siteId: world.own.siteId, deviceId: device(0), start: at(2), end: at(3) }
    const held = await call('visitor', 'POST', '/reservations', { body: body(request) })
    const found = await call('visitor', 'POST', '/reservations', { body: body(request) })
    expect([found.status, ids(found)]).toEqual([200, ids(held)])
    const id = held.data[0]?.id ?? ''
    const given = await call('visitor', 'PATCH', `/reservations/${id}`, { body: body({ state: 'CANCELED' }, id) })
    expect(given).toMatchObject({ status: 200, data: [{ attributes: { state: 'CANCELED' } }] })
  })

  it('times may carry an offset; refusals point at the attribute that they are about [BOOK-3] [API-1]', async () => {
    const request = { siteId: world.own.siteId, start: '2020-01-01T10:00:00+01:00', end: at(1) }
    expect(await call('visitor', 'POST', '/reservations', { body: body(request) })).toMatchObject({
      status: 400,
      error: { code: 'start-in-past', source: { pointer: '/data/attributes/start' } },
    })
    expect(await call('visitor', 'POST', '/reservations', { body: body({ start: 'soon' }) })).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { pointer: '/data/attributes/start' } },
    })
    expect(await call('visitor', 'POST', '/reservations', { body: body({}) })).toMatchObject({
      status: 400,
      error: { code: 'fields-missing' },
    })
    const own = { ...request, start: at(0) }
    expect((await call('foreignRm', 'POST', '/reservations', { body: body(own) })).error?.code).toBe('site-invalid')
    expect((await call('admin', 'POST', '/reservations', { body: body(own) })).status).toBe(403)
  })
})

describe('what was booked', () => {
  const all = 'include=Devices,Sites.Locations,Sites.Zones,Users.BlockedUsers,MaintenancePeriods,Events'
  let early: string
  let late: string
  beforeAll(async () => {
    early = await book(1, 10, { note: 'By the =gate' })
    late = await book(2, 20)
    await db.knex('maintenance_periods').insert({
      scope: 'device',
      device_id: device(2),
      description: 'Works',
      reason: 'New paint',
      starts_at: at(20),
      ends_at: at(30),
      created_by: world.users.srm.id,
    })
    await db.knex('blocked_users').insert({
      user_id: world.users.visitor.id,
      zone_id: world.own.id,
      block_reason: 'Parked on the lawn',
      block_rm_id: world.users.rm.id,
    })
  })
  const listed = (who: Who, query: string) => get(who, `/reservations?${query}`)

  it('an operator lists his zones with all that belongs to them, in any case of the include [RES-2] [API-1]', async () => {
    const answer = await listed('rm', `${all.toLowerCase()}&sort=-start`)
    expect(ids(answer).slice(0, 2)).toEqual([late, early])
    expect(answer.body.meta).toEqual({ record_count: 3 })
    const [first] = answer.data
    expect(first?.attributes).toMatchObject({ deviceId: device(2), priceCents: 150, children: [] })
    for (const secret of ['pin', 'shares', 'payment', 'user', 'site'])
      expect(first?.attributes).not.toHaveProperty(secret)
    expect(first?.relationships).toMatchObject({
      devices: { data: [{ type: 'devices', id: String(device(2)) }] },
      users: { data: { type: 'users', id: String(world.users.visitor.id) } },
      maintenancePeriods: { data: [{ type: 'maintenance-periods' }] },
    })
    const types = new Set(answer.body.included?.map(({ type }) => type))
    expect([...types].sort()).toEqual([
      'blocked-users',
      'devices',
      'events',
      'locations',
      'maintenance-periods',
      'sites',
      'users',
      'zones',
    ])
    const included = (type: string) => answer.body.included?.filter((each) => each.type === type) ?? []
    expect(included('blocked-users')[0]?.attributes).toMatchObject({ blockReason: 'Parked on the lawn' })
    expect(included('locations')[0]?.attributes).toMatchObject({ city: 'Dresden' })
    // The site stands in a foreign private zone as well, which is nothing that this operator may know.
    expect(included('zones').map(({ attributes }) => attributes['name'])).toEqual(['Zone own'])
    expect((await listed('rm', '')).body).not.toHaveProperty('included')
  })

  it.each([
    ['filter[state]=STORNO', 0],
    ['filter[state]=RESERVED,STORNO', 3],
    ['filter[price][min]=1.5&filter[price][max]=1.50', 3],
    ['filter[price][min]=1.51', 0],
    ['filter[price][max]=1.49', 0],
    ['filter[query]=gate', 1],
    ['filter[isReservable]=1', 3],
    ['filter[managedBy]=999999', 0],
    ['page=2&limit=2', 1],
    ['page=9', 0],
  ])('its filter %s leaves %i [RES-2]', async (query, left) => {
    expect((await listed('rm', query)).data).toHaveLength(left)
    expect((await listed('foreignRm', query)).data).toHaveLength(0)
    expect((await listed('admin', query)).data).toHaveLength(left)
  })

  it('its window is from since on, before until; it sorts either way [RES-2]', async () => {
    const window = (since: string, until: string) => `filter[start][since]=${since}&filter[start][until]=${until}`
    expect(ids(await listed('rm', window(at(10), at(20))))).toEqual([early])
    expect(ids(await listed('rm', `${window(at(10), at(20.25))}&sort=start`))).toEqual([early, late])
    expect(ids(await listed('rm', `${window(at(10), at(20.25))}&sort=-number`))).toEqual([late, early])
  })

  it.each([
    'filter[state]=LOST',
    'filter[price][min]=1.234',
    'filter[price][max]=-1',
    'filter[start][since]=today',
    'sort=colour',
    'limit=101',
    'page=0',
    'include=payments',
    'filter[colour]=red',
    'filter[timespan]=past',
  ])('%s is refused by the name of the parameter [API-1] [RES-1]', async (query) => {
    const parameter = query.split('=')[0]
    expect(await listed('rm', query)).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { parameter } },
    })
  })

  it('its owner lists his own at three paths, with time spans [RES-2]', async () => {
    for (const path of ['/reservations', '/reservations/personal_index', '/users/me/reservations']) {
      const answer = await get('visitor', `${path}?${all}&sort=start&filter[state]=RESERVED`)
      expect(ids(answer).slice(1), path).toEqual([early, late])
      expect(answer.data[1]?.attributes).toHaveProperty('pin')
      expect(answer.data[1]?.relationships['users']).toEqual({
        data: { type: 'users', id: String(world.users.visitor.id) },
      })
    }
    const lots = '/users/me/reservations?filter[parent]=null&filter[state]=RESERVED&limit=20&page=1&include=Devices'
    expect((await get('visitor', `${lots}&filter[timespan]=active,future`)).data).toHaveLength(3)
    expect((await get('visitor', `${lots}&filter[timespan]=past`)).data).toHaveLength(0)
    expect((await get('visitor', `${lots}&filter[price][min]=1.51`)).data).toHaveLength(0)
    expect((await get('visitor', `${lots}&filter[price][min]=0&filter[price][max]=15`)).data).toHaveLength(3)
    expect((await get('visitor', `${lots}&filter[managedBy]=1`)).status).toBe(400)
    expect((await get('rm', '/users/me/reservations')).data).toHaveLength(0)
    expect((await get('admin', '/users/me/reservations')).status).toBe(403)
  })

  it('one: its owner with its PIN, its operator with the person, nobody else [RES-2]', async () => {
    await db.knex('reservations').where({ id: early }).update({ pin: '493027' })
    const own = await get('visitor', `/reservations/${early}?${all}`)
    expect(own.data[0]?.attributes).toMatchObject({ pin: '493027', shares: [] })
    for (const who of ['rm', 'admin'] as const) {
      const operated = await get(who, `/reservations/${early}?${all}`)
      expect(operated.text).not.toContain('493027')
      expect(operated.body.included?.find(({ type }) => type === 'users')?.attributes).toMatchObject({
        email: 'visitor@world.example',
      })
    }
    for (const id of [early, '999999', 'x']) expect((await get('foreignRm', `/reservations/${id}`)).status).toBe(404)
  })

  it('the calls with plain JSON find by person and number, for the own zones [API-1]', async () => {
    const number = (await get('rm', `/reservations/${early}`)).data[0]?.attributes['number'] as number
    const byNumber = `/reservations/getReservationsByNumber_ajax/${number}`
    const byPerson = `/reservations/getUserReservations_ajax/${world.users.visitor.id}`
    expect((await get('rm', byNumber)).body).toMatchObject({ recordCount: 1, reservations: [{ id: Number(early) }] })
    expect((await get('rm', byPerson)).body).toMatchObject({ recordCount: 4 })
    for (const path of [byNumber, byPerson]) {
      expect((await get('foreignRm', path)).body).toMatchObject({ recordCount: 0, reservations: [] })
      expect((await get('visitor', path)).status).toBe(403)
    }
    expect((await get('admin', '/reservations/databaseProblems')).body).toEqual({
      problems: expect.any(Array) as unknown,
    })
    expect((await get('rm', '/reservations/databaseProblems')).status).toBe(403)
  })

  it('PATCH writes texts, moves to another place, refuses what it does not know [RES-3] [RES-6] [RES-1]', async () => {
    const patch = (attributes: object, who: Who = 'visitor') =>
      call(who, 'PATCH', `/reservations/${early}`, { body: body(attributes, early) })
    expect(await patch({ note: 'Blue car', licence_plate: 'DD AB 12', rfid_token: null })).toMatchObject({
      status: 200,
      data: [{ attributes: { note: 'Blue car', licencePlate: 'DD AB 12', rfidToken: null } }],
    })
    expect(await patch({ note: 'Gate 3' }, 'rm')).toMatchObject({
      status: 200,
      data: [{ attributes: { note: 'Gate 3' } }],
    })
    expect((await patch({ note: 'Mine' }, 'foreignRm')).status).toBe(404)
    expect(await patch({ device_id: device(3) })).toMatchObject({
      status: 200,
      data: [{ attributes: { deviceId: device(3) } }],
    })
    expect(await patch({ device_id: device(3) })).toMatchObject({ status: 409, error: { code: 'change-device-error' } })
    expect(await patch({ device_id: device(0) })).toMatchObject({
      status: 409,
      error: { code: 'device-not-equivalent' },
    })
    for (const state of ['RESERVED', 'CREATED', 'storno', ''])
      expect(await patch({ state })).toMatchObject({
        status: 400,
        error: { code: 'state-not-supported', source: { pointer: '/data/attributes/state' } },
      })
    expect(await patch({ state: 'CANCELED' })).toMatchObject({ status: 409, error: { code: 'reservation-state' } })
    for (const attributes of [{}, { note: 'x', state: 'STORNO' }, { price: 1 }, { note: 'x'.repeat(256) }])
      expect(await patch(attributes)).toMatchObject({ status: 400, error: { code: 'bad-input' } })
  })

  it('state STORNO cancels it with the refund of the moment, once; the history has the lines of both [RES-5] [RES-2]', async () => {
    const options = { headers: { 'idempotency-key': randomUUID() }, body: body({ state: 'STORNO' }, late) }
    const refunded = { status: 200, data: [{ attributes: { state: 'STORNO', paidCents: 150 } }] }
    const first = await call('visitor', 'PATCH', `/reservations/${late}`, options)
    expect(first).toMatchObject(refunded)
    const back = first.data[0]?.attributes['refundedCents'] as number
    expect([75, 150]).toContain(back)
    expect(await call('visitor', 'PATCH', `/reservations/${late}`, options)).toMatchObject(refunded)
    const history = await get('visitor', '/reservations/historyWithTransactions?include=Devices')
    const entry = history.data.find(({ id }) => id === late)
    const lines = entry?.relationships['transactions']?.data as { id: string }[]
    const amounts = history.body.included
      ?.filter(({ type, id }) => type === 'transactions' && lines.some((line) => line.id === id))
      .map(({ attributes }) => attributes['amountCents'])
    expect(new Set(amounts)).toEqual(new Set([-150, back]))
    const balance = await get('visitor', '/users/getAccountBalanceForCurrentUser')
    expect(balance.body).toMatchObject({ balanceCents: 10_000 - 3 * 150 + back })
    expect((await get('admin', '/reservations/historyWithTransactions')).status).toBe(403)
  })

  it('devices free in a span, for bookers and operators; claims of one reservation may be left out [RES-6] [API-1]', async () => {
    const path = `/sites/${world.own.siteId}/devices`
    const span = `filter[available][from]=${at(10)}&filter[available][until]=${at(11)}`
    for (const who of ['visitor', 'rm'] as const) {
      expect(ids(await get(who, path))).toEqual([0, 1, 2, 3].map((index) => String(device(index))))
      expect(ids(await get(who, `${path}?${span}&include=sites,locations`))).toEqual(
        [0, 1, 2].map((index) => String(device(index))),
      )
      expect((await get(who, `${path}?${span}&filter[available][reservationId]=${early}`)).data).toHaveLength(4)
      expect((await get(who, `${path}?filter[available][from]=${at(10)}`)).status).toBe(400)
      expect((await get(who, `${path}?${span}&filter[available][reservationId]=999999`)).status).toBe(404)
    }
    expect((await get('visitor', path)).data[0]?.attributes).not.toHaveProperty('hardwareId')
    expect((await get('rm', path)).data[0]?.attributes).toHaveProperty('hardwareId')
    const backwards = `filter[available][from]=${at(11)}&filter[available][until]=${at(10)}`
    expect((await get('rm', `${path}?${backwards}`)).error?.code).toBe('span-empty')
    expect((await get('foreignRm', path)).status).toBe(404)
  })
})
