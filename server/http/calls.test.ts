import { beforeAll, describe, expect, it } from 'vitest'
import { one } from '../session/testing/one.ts'
import { startApp } from './testing/app.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let rm: string
let visitor: string

beforeAll(async () => {
  rm = await app.login('rm', world.password)
  visitor = await app.login('visitor', world.password)
})

const get = (path: string, cookie = rm) => app.ask('GET', path, { cookie })

describe('lists', () => {
  it('GET /sites: those in the operator’s zones, with record_count, paging, search and include [API-1]', async () => {
    const all = await get('/sites?include=zones&page=1&limit=15')
    expect(all.status).toBe(200)
    expect(all.data.map(({ type, id }) => [type, id])).toEqual([['sites', String(world.own.siteId)]])
    expect(all.data[0]?.relationships).toEqual({ zones: { data: [{ type: 'zones', id: String(world.own.id) }] } })
    expect(all.body.included).toEqual([{ type: 'zones', id: String(world.own.id), attributes: { name: 'Zone own' } }])
    expect(all.body.meta).toEqual({ record_count: 1 })
    expect((await get('/sites?filter[query]=foreign')).body.meta).toEqual({ record_count: 0 })
    expect((await get('/sites?query=OWN')).data).toHaveLength(1)
    expect((await get('/sites?page=2')).data).toHaveLength(0)
  })

  it.each([
    '/sites?page=x',
    '/sites?page=0',
    '/sites?limit=501',
    '/sites?colour=red',
    '/sites?page=1&page=2',
    '/sites?include=devices',
  ])('GET %s is bad input that names its parameter [API-1]', async (path) => {
    const answer = await get(path)
    expect(answer).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { parameter: expect.stringMatching(/page|limit|colour|include/) as string } },
    })
  })

  it('GET /sites/:id: a foreign one is not found [API-1]', async () => {
    const answer = await get(`/sites/${world.own.siteId}`)
    expect(answer.data[0]?.attributes).toMatchObject({ name: 'Site own', visualizationEnabled: false, devices: 3 })
    for (const id of [
      world.foreign.siteId,
      999_999_999,
      '2147483648',
      '99999999999999999999',
      '0',
      '-1',
      'x',
      '1.5',
      '%F0%9F%9A%B2',
    ])
      expect(await get(`/sites/${id}`)).toMatchObject({ status: 404, error: { code: 'not-found' } })
  })

  it.each(['/zones', '/zones/dashboard'])('GET %s: the own zones with their counts [API-1]', async (path) => {
    const answer = await get(`${path}?include=tenants`)
    expect(answer.data).toEqual([
      {
        type: 'zones',
        id: String(world.own.id),
        attributes: expect.objectContaining({ name: 'Zone own', sites: 1, devices: 3, malfunctions: 0 }),
        relationships: { tenants: { data: { type: 'tenants', id: String(world.tenants.own) } } },
      },
    ])
    expect(answer.body.included).toEqual([
      { type: 'tenants', id: String(world.tenants.own), attributes: { name: 'Own' } },
    ])
    expect(await get(path, visitor)).toMatchObject({
      status: 403,
      error: { code: 'not-authorized', detail: 'Not authorized to access this data' },
    })
  })

  it('GET /sites/:siteId/devices with its site and location [API-1]', async () => {
    const location = await one<{ id: number }>(
      db.knex,
      `insert into locations (address, city) values ('Ring 1', 'Dresden') returning id`,
    )
    await db.knex('sites').where('id', world.own.siteId).update({ location_id: location.id })
    const answer = await get(`/sites/${world.own.siteId}/devices?include=sites,locations`)
    expect(answer.data.map(({ attributes }) => attributes['hardwareId'])).toEqual(['D-001', 'D-002', 'D-003'])
    expect(answer.data[0]?.relationships).toEqual({
      sites: { data: { type: 'sites', id: String(world.own.siteId) } },
      locations: { data: { type: 'locations', id: String(location.id) } },
    })
    expect(answer.body.included?.map(({ type }) => type)).toEqual(['sites', 'locations'])
    expect(answer.body.meta).toEqual({ record_count: 3 })
    expect((await get(`/sites/${world.own.siteId}/devices`)).body).not.toHaveProperty('included')
    expect((await get(`/sites/${world.foreign.siteId}/devices`)).status).toBe(404)
  })

  it('GET /users/me/products and /announcements/currentlyActive [ACC-1] [API-1]', async () => {
    await db.knex.raw(
      `insert into announcements (message, valid_from, valid_until) values ('Hello', now() - interval '1 h', now() + interval '1 h')`,
    )
    const products = await get('/users/me/products', visitor)
    expect(products.data.map(({ attributes }) => attributes['prefix'])).toEqual(['BASIC', 'BASIC_VIS', 'PAYMENT'])
    const announcements = await get('/announcements/currentlyActive', visitor)
    expect(announcements.data).toMatchObject([{ type: 'announcements', attributes: { message: 'Hello' } }])
  })

  it.each([
    '/sites',
    '/sites/1',
    '/zones',
    '/zones/dashboard',
    '/sites/1/devices',
    '/users/me/products',
    '/announcements/currentlyActive',
  ])('GET %s without a session is 401 [ACC-6]', async (path) => {
    expect(await get(path, '')).toMatchObject({ status: 401, error: { code: 'session-expired' } })
    expect((await get(path, `sid=${'x'.repeat(43)}`)).status).toBe(401)
  })
})

describe('PATCH /devices/:id', () => {
  const patch = (id: number | string, attributes: object, more: object = {}, cookie = rm) =>
    app.ask('PATCH', `/devices/${id}`, {
      cookie,
      body: { data: { type: 'devices', id: String(id), attributes, ...more } },
    })

  it('issues the command for a status: 202, sent but not done yet [CTRL-1] [API-1]', async () => {
    const [device] = world.own.gateway.devices
    await db
      .knex('device_states')
      .where('device_id', device?.id)
      .update({ status: 'blocked', last_message_at: new Date(), reachable: true })
    const answer = await patch(device?.id ?? 0, { status: 'free', timeout: 30 })
    expect(answer.status).toBe(202)
    expect(answer.data[0]).toMatchObject({
      type: 'commands',
      attributes: { action: 'open', supportCode: expect.stringMatching(/^HF-/) as string },
      relationships: { devices: { data: { type: 'devices', id: String(device?.id) } } },
    })
    const row = await one<{ seconds: number }>(
      db.knex,
      'select extract(epoch from deadline - issued_at)::int as seconds from device_commands where id = ?',
      [answer.data[0]?.id ?? ''],
    )
    expect(row.seconds).toBe(30)
    expect(await patch(device?.id ?? 0, { status: 'blocked' })).toMatchObject({
      status: 409,
      error: { code: 'command-in-flight' },
    })
  })

  it.each([
    ['updating_status', 'refresh'],
    ['recalibrate', 'recalibrate'],
    ['reboot', 'reboot'],
  ])('a status %s commands %s [API-1]', async (status, action) => {
    const device = world.own.gateway.devices[1]
    await db.knex('device_commands').where('device_id', device?.id).delete()
    await db.knex('device_states').where('device_id', device?.id).update({ status: 'okay' })
    expect(await patch(device?.id ?? 0, { status })).toMatchObject({ status: 202, data: [{ attributes: { action } }] })
  })

  it.each(['free', 'updating_status', 'recalibrate', 'reboot'])(
    'a status %s is refused while the device has never reported [CTRL-6]',
    async (status) => {
      const id = world.own.gateway.devices[1]?.id ?? 0
      const commands = db.knex('device_commands').where({ device_id: id })
      await commands.clone().delete()
      await db.knex('device_states').where({ device_id: id }).update({ status: 'undefined' })
      expect(await patch(id, { status })).toMatchObject({ status: 409, error: { code: 'device-undefined' } })
      expect(await commands.clone().pluck('state')).toEqual(['refused'])
      await commands.clone().delete()
    },
  )

  it('refuses foreign devices, other roles and malformed bodies, and issues no command [CTRL-1] [API-1]', async () => {
    const id = world.own.gateway.devices[2]?.id ?? 0
    const foreign = world.foreign.gateway.devices[0]?.id ?? 0
    expect((await patch(foreign, { status: 'free' })).status).toBe(404)
    // Without a reservation the device is not visible.
    expect((await patch(id, { status: 'free' }, {}, visitor)).status).toBe(404)
    expect((await patch(id, { status: 'free' }, {}, await app.login('support', world.password))).status).toBe(403)
    expect((await patch(id, { status: 'free' }, {}, '')).status).toBe(401)
    const bad = (answer: unknown, pointer: string) =>
      expect(answer).toMatchObject({ status: 400, error: { code: 'bad-input', source: { pointer } } })
    bad(await patch(id, { status: 'occupied' }), '/data/attributes/status')
    bad(await patch(id, {}), '/data/attributes/status')
    bad(await patch(id, { status: 'free', timeout: 3_600 }), '/data/attributes/timeout')
    bad(await patch(id, { status: 'free', state: 1 }), '/data/attributes/state')
    bad(await patch(id, { status: 'free' }, { type: 'users' }), '/data/type')
    bad(await patch(id, { status: 'free' }, { id: '1' }), '/data/id')
    bad(await app.ask('PATCH', `/devices/${id}`, { cookie: rm, body: { status: 'free' } }), '/data')
    expect(await db.knex('device_commands').where('device_id', id)).toHaveLength(0)
  })
})

describe('POST /tenants/getTenantIdFromPrefix/', () => {
  it('returns the id, in any case, with or without the trailing slash; 404 for none [API-1]', async () => {
    const post = (prefix: unknown, path = '/tenants/getTenantIdFromPrefix/') =>
      app.ask('POST', path, { body: { tenant_prefix: prefix } })
    expect(await post('OWN')).toMatchObject({ status: 200, body: { id: world.tenants.own } })
    expect((await post('own', '/tenants/getTenantIdFromPrefix')).status).toBe(200)
    expect((await post('zzz')).status).toBe(404)
    expect((await post('')).status).toBe(400)
    expect((await post({ $ne: 1 })).status).toBe(400)
  })
})

describe('GET /app-config.json', () => {
  it('returns what the client needs before login, with the theme of the host [THEME-1]', async () => {
    const config = await app.ask('GET', '/app-config.json')
    expect(config.body).toMatchObject({
      app: 'portal',
      theme: 'holdfast',
      setupNeeded: false,
      demo: [],
      adminUrl: app.context.addresses.admin,
    })
    await db.knex('tenants').where('id', world.tenants.own).update({ theme: 'harbour' })
    await db.knex('tenant_hosts').insert({ host: '127.0.0.1', tenant_id: world.tenants.own })
    expect((await app.ask('GET', '/app-config.json')).body).toMatchObject({ theme: 'harbour' })
  })

  it('shows demo logins only where demo data is installed', async () => {
    const demo = await startApp(db.knex, (context) => ({
      config: { ...context.config, demo: true, showsLogins: true },
    }))
    expect((await demo.ask('GET', '/app-config.json')).body['demo']).not.toEqual([])
    await demo.close()
  })
})
