import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceView } from '../../contract/devices.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { told } from '../../telemetry/commands/testing/site.ts'
import { cookieFor } from '../testing/sessions.ts'
import type { World } from '../testing/world.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let admin: string
let rm: string
beforeAll(async () => {
  admin = await cookieOf('admin')
  rm = await cookieOf('rm')
})
beforeEach(() => db.knex('outbox').delete())

async function cookieOf(login: keyof World['users']): Promise<string> {
  return cookieFor(db.knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal')
}
const json = { 'content-type': 'application/json' }
const send = (method: string, path: string, body?: object, cookie = admin) =>
  app.ask(method, path, { cookie, ...(body ? { body: JSON.stringify(body), headers: json } : {}) })
const lot = () => world.own.gateway.devices[1]
let made = 0
const fresh = (more: object = {}) => ({
  name: 'Box 7',
  deviceId: `N-${(made += 1)}`,
  gatewayId: world.own.gateway.id,
  siteId: world.own.siteId,
  deviceTypeId: lot()?.typeId,
  ...more,
})
const add = async (more: object = {}): Promise<number> => {
  const answer = await send('POST', '/devices/add', fresh(more))
  expect(answer.status, answer.text).toBe(200)
  return (answer.body['device'] as { id: number }).id
}
const rowOf = (id: number) => db.knex('devices').where({ id }).first()
const registryVersion = async () =>
  (await db.knex('gateways').where({ id: world.own.gateway.id }).first<{ registry_version: number }>()).registry_version
const reserve = (deviceId: number, more: object = {}) =>
  insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: deviceId,
    user_id: world.users.visitor.id,
    starts_at: new Date(Date.now() + 3_600_000),
    ends_at: new Date(Date.now() + 7_200_000),
    state: 'RESERVED',
    reserved_at: new Date(),
    ...more,
  })
const changesOf = async (id: number) =>
  (await told(db.knex)).flatMap((row) => row.changes).filter((change) => change.kind === 'device' && change.id === id)

describe('POST /devices/add', () => {
  it('creates a device with the specified defaults, and informs its gateway and screens [ADM-6] [API-1]', async () => {
    const version = await registryVersion()
    const id = await add()
    expect(await rowOf(id)).toMatchObject({
      hardware_id: `N-${made}`,
      type: 'PARKING_LOT',
      maintenance_state: 'Delivery',
      auto_close: true,
      auto_close_gatetime_s: 60,
      auto_close_unused_gatetime_s: 180,
      path_number: -1,
      monitoring: true,
      created_by: world.users.admin.id,
    })
    expect(await registryVersion()).toBeGreaterThan(version)
    const [change] = await changesOf(id)
    expect(change?.view as DeviceView).toMatchObject({ name: 'Box 7', status: 'undefined', site: { name: 'Site own' } })
    expect(change?.rooms).toContain(`zone:${world.own.id}`)
    const plans = (await told(db.knex)).flatMap((row) => row.changes).filter(({ kind }) => kind === 'plan')
    expect(plans).toMatchObject([{ rooms: [expect.stringContaining(`:${world.own.siteId}`) as string] }])
  })

  it('stores every field [ADM-6] [API-1]', async () => {
    const method = await insert(db.knex, 'device_access_methods', {
      name: 'm1',
      display_name: 'PIN',
      attributes: ['pin'],
    })
    const locationId = await insert(db.knex, 'locations', { address: 'Ring 1', city: 'Dresden' })
    const given = {
      locationId,
      type: 'LOCKER',
      comment: 'left of the stairs',
      monitoring: false,
      sendMail: false,
      maintenanceState: 'Storage',
      autoClose: false,
      autoCloseGatetimeSec: -1,
      autoCloseUnusedGatetimeSec: 90,
      isMandatory: true,
      isOptional: false,
      pathNumber: 2,
      pathName: 'North',
      pathIcon: 'north',
      sequenceNumber: 4,
      postActionDelayMs: 1_500,
      upperLeftXMm: -20,
      upperLeftYMm: 30,
      widthMm: 800,
      heightMm: 2_000,
      rotationDeg: 90,
    }
    const id = await add({ ...given, deviceAccessMethods: [method, method] })
    const row = (await rowOf(id)) as Record<string, unknown>
    const snake = (field: string) =>
      field.replace(/Sec$/, 'S').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const [field, value] of Object.entries(given)) expect([field, row[snake(field)]]).toEqual([field, value])
    expect(await db.knex('device_method_links').where({ device_id: id })).toHaveLength(1)
  })

  it('refuses a duplicate ID of the same gateway at its field in the words of the catalogue, even of many at once [ADM-6] [ERR-1] [API-1]', async () => {
    const body = fresh()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', '/devices/add', body)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'hardware-id-taken',
      detail: 'This ID is already used by another device at this gateway',
      source: { pointer: '/deviceId' },
    })
    const elsewhere = { ...body, gatewayId: world.foreign.gateway.id }
    expect((await send('POST', '/devices/add', elsewhere)).status).toBe(200)
  })

  it.each<[object, string]>([
    [{ name: '' }, '/name'],
    [{ name: 'Box 7 on the upper level, left of the stairs, by' }, '/name'],
    [{ deviceId: '   ' }, '/deviceId'],
    [{ comment: 7 }, '/comment'],
    [{ gatewayId: 999_999 }, '/gatewayId'],
    [{ siteId: 999_999 }, '/siteId'],
    [{ deviceTypeId: 999_999 }, '/deviceTypeId'],
    [{ locationId: 999_999 }, '/locationId'],
    [{ deviceAccessMethods: [999_999] }, '/deviceAccessMethods'],
    [{ isMandatory: true, isOptional: true }, '/isOptional'],
    [{ pathNumber: -2 }, '/pathNumber'],
    [{ autoCloseGatetimeSec: 1.5 }, '/autoCloseGatetimeSec'],
    [{ widthMm: 0 }, '/widthMm'],
    [{ hardwareId: 'x' }, '/hardwareId'],
    [{ colour: 'red' }, '/colour'],
  ])('%j is bad input at “%s” [ADM-6] [ERR-1] [API-1]', async (more, pointer) => {
    const answer = await send('POST', '/devices/add', fresh(more))
    expect(answer).toMatchObject({ status: 400, error: { code: 'bad-input', source: { pointer } } })
  })
})

describe('POST /devices/edit/:id', () => {
  const edit = (id: number, body: object, cookie = admin) => send('POST', `/devices/edit/${id}`, body, cookie)

  it('changes the given fields only; operators may change name and behaviour only [ADM-6] [API-1]', async () => {
    const id = await add({ comment: 'old', pathName: 'North' })
    expect((await edit(id, { name: 'Box 8', comment: '', autoClose: false }, rm)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ name: 'Box 8', comment: null, auto_close: false, path_name: 'North' })
    expect((await changesOf(id)).at(-1)?.view).toMatchObject({ name: 'Box 8' })
    const { gateway, siteId } = world.foreign
    const wiring = { deviceId: 'X', gatewayId: gateway.id, siteId, locationId: 999_999, type: 'X' }
    for (const [field, value] of Object.entries(wiring))
      expect(await edit(id, { [field]: value }, rm)).toMatchObject({
        status: 400,
        error: { code: 'bad-input', source: { pointer: `/${field}` } },
      })
    expect((await edit(id, { name: 'Mine' }, await cookieOf('foreignRm'))).status).toBe(404)
    expect((await edit(id, { isMandatory: true, isOptional: true })).status).toBe(400)
    expect((await edit(id, { isMandatory: true })).status).toBe(200)
    expect(await edit(id, { isOptional: true })).toMatchObject({ error: { source: { pointer: '/isOptional' } } })
  })

  it('removes it from the screens of its old zone when it moves [ADM-6] [API-1]', async () => {
    const id = await add()
    await db.knex('outbox').delete()
    expect((await edit(id, { siteId: world.foreign.siteId, gatewayId: world.foreign.gateway.id })).status).toBe(200)
    const [here, gone] = await changesOf(id)
    expect(here?.rooms).toEqual([`zone:${world.foreign.id}`, `site:${world.foreign.siteId}`, 'all', `device:${id}`])
    expect(gone).toMatchObject({ view: null, rooms: [`zone:${world.own.id}`, `site:${world.own.siteId}`] })
    expect((await edit(id, { name: 'Back' }, rm)).status).toBe(404)
  })

  it('keeps its site while it is reserved, and its gateway while a command is in flight [ADM-6] [API-1]', async () => {
    const id = await add()
    const reservationId = await reserve(id)
    expect(await edit(id, { siteId: world.foreign.siteId })).toMatchObject({
      status: 409,
      error: { code: 'device-in-use', meta: { params: { reservations: 1 } } },
    })
    expect(await edit(id, { deviceTypeId: world.own.gateway.devices[0]?.typeId })).toMatchObject({ status: 409 })
    expect((await edit(id, { deviceTypeId: lot()?.typeId, siteId: world.own.siteId, name: 'Same' })).status).toBe(200)
    await db
      .knex('reservations')
      .where({ id: reservationId })
      .update({ ends_at: new Date(), starts_at: new Date(0) })
    expect((await edit(id, { deviceTypeId: world.own.gateway.devices[0]?.typeId })).status).toBe(200)
    await deviceCommand(id, 'sent')
    expect(await edit(id, { deviceId: 'other' })).toMatchObject({ status: 409, error: { code: 'command-in-flight' } })
    expect((await edit(id, { name: 'On its way' })).status).toBe(200)
  })

  it('shows people in front of it their current way [ADM-6] [LIVE-3]', async () => {
    const id = await add()
    const reservationId = await reserve(id, { starts_at: new Date(Date.now() - 60_000) })
    await reserve(await add())
    await db.knex('outbox').delete()
    expect((await edit(id, { sequenceNumber: 9, pathName: 'South' }, rm)).status).toBe(200)
    const changes = (await told(db.knex)).flatMap((row) => row.changes).filter(({ kind }) => kind === 'access')
    expect(changes.map(({ rooms }) => rooms)).toEqual([[`access:${reservationId}`], [`ticket:${reservationId}`]])
    expect(changes[0]?.view).toMatchObject({ devices: [{ deviceId: id, sequenceNumber: 9, pathName: 'South' }] })
    const { version } = await db.knex('reservations').where({ id: reservationId }).first<{ version: number }>('version')
    expect(changes[0]?.version).toBe(version)
  })

  it('resends reservations to a caching gateway when the ID changes [GW-2]', async () => {
    const id = await add()
    await db.knex('gateways').where({ id: world.own.gateway.id }).update({ allow_offline_caching: true })
    const before = await db.knex('reservation_handouts').count<{ count: number }[]>()
    expect((await edit(id, { deviceId: `renamed-${id}` })).status).toBe(200)
    const after = await db.knex('reservation_handouts').count<{ count: number }[]>()
    await db.knex('gateways').where({ id: world.own.gateway.id }).update({ allow_offline_caching: false })
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1)
  })
})

const deviceCommand = (deviceId: number, state: string) =>
  insert(db.knex, 'device_commands', {
    device_id: deviceId,
    gateway_id: world.own.gateway.id,
    action: 'open',
    state,
    allowed_by: 'operator',
    support_code: `HF-X-${deviceId}-${state}`,
    issued_at: new Date(Date.now() - 900_000),
    deadline: new Date(Date.now() - 600_000),
    settled_at: state === 'sent' ? null : new Date(),
  })

describe('DELETE /devices/delete/:id', () => {
  const remove = (id: number) => send('DELETE', `/devices/delete/${id}`)

  it('209 without a trace if it has no history; it leaves the screens [ADM-6] [API-1]', async () => {
    const id = await add()
    await db.knex('outbox').delete()
    expect(await remove(id)).toMatchObject({ status: 209, body: { device: { id, retired: false } } })
    expect(await rowOf(id)).toBeUndefined()
    expect(await changesOf(id)).toMatchObject([{ view: null, rooms: expect.arrayContaining(['all']) as unknown }])
    expect((await remove(id)).status).toBe(404)
  })

  it('keeps a device with a history, retired, and frees its ID [ADM-6] [API-1]', async () => {
    const body = { deviceId: 'again' }
    const id = await add(body)
    await deviceCommand(id, 'confirmed')
    await db
      .knex('malfunctions')
      .insert({ kind: 'error-status', severity: 'error', device_id: id, opened_at: new Date() })
    expect(await remove(id)).toMatchObject({ status: 209, body: { device: { id, retired: true } } })
    expect(await rowOf(id)).toMatchObject({ retired_at: expect.any(Date) as Date })
    expect(await db.knex('malfunctions').where({ device_id: id })).toMatchObject([
      { closed_at: expect.any(Date) as Date },
    ])
    expect(await add(body)).toBeGreaterThan(id)
  })

  it('461 while a reservation, a barrier or a command refers to it [ADM-6] [API-1]', async () => {
    const reserved = await add()
    await reserve(reserved)
    expect(await remove(reserved)).toMatchObject({
      status: 461,
      error: { status: '461', code: 'in-use', meta: { dependants: [{ kind: 'reservation', count: 1 }] } },
    })
    const gate = await add()
    await db
      .knex('barriers')
      .insert({ description: 'In', path_number: 41, type: 'entrance', site_id: world.own.siteId, device_id: gate })
    expect(await remove(gate)).toMatchObject({
      status: 461,
      error: { meta: { dependants: [{ kind: 'barrier', count: 1, first: [{ name: 'In' }] }] } },
    })
    const busy = await add()
    await deviceCommand(busy, 'sent')
    expect(await remove(busy)).toMatchObject({ status: 461, error: { code: 'command-in-flight' } })
    for (const id of [reserved, gate, busy]) expect(await rowOf(id)).toMatchObject({ retired_at: null })
  })
})

describe('barriers', () => {
  const barrier = (more: object = {}) => ({
    description: 'North gate',
    pathNumber: (made += 1) + 100,
    type: 'entrance',
    siteId: world.own.siteId,
    ...more,
  })
  const made209 = async (more: object = {}): Promise<number> => {
    const answer = await send('PATCH', '/barriers/add', barrier(more))
    expect(answer.status, answer.text).toBe(200)
    return (answer.body['barrier'] as { id: number }).id
  }

  it('are created, changed and removed, each with its own number [ADM-7] [API-1]', async () => {
    const id = await made209({ pathNumber: 7, deviceId: lot()?.id })
    const taken = { status: 409, error: { code: 'path-number-taken', source: { pointer: '/pathNumber' } } }
    const several = await Promise.all(
      Array.from({ length: 3 }, () => send('PATCH', '/barriers/add', barrier({ pathNumber: 7 }))),
    )
    for (const answer of several) expect(answer).toMatchObject(taken)
    const other = await made209()
    expect(await send('PATCH', `/barriers/edit/${other}`, { pathNumber: 7 })).toMatchObject(taken)
    expect((await send('PATCH', `/barriers/edit/${id}`, { type: 'exit', pathNumber: 7, deviceId: null })).status).toBe(
      200,
    )
    expect(await db.knex('barriers').where({ id }).first()).toMatchObject({
      type: 'exit',
      description: 'North gate',
      device_id: null,
      site_id: world.own.siteId,
    })
    expect(await send('DELETE', `/barriers/delete/${id}`)).toMatchObject({ status: 209, body: { barrier: { id } } })
    expect((await send('DELETE', `/barriers/delete/${id}`)).status).toBe(404)
  })

  it.each<[object, string]>([
    [{ description: '' }, '/description'],
    [{ pathNumber: -1 }, '/pathNumber'],
    [{ pathNumber: null }, '/pathNumber'],
    [{ pathNumber: undefined, path_number: null }, '/path_number'],
    [{ pathNumber: undefined, path_number: -1 }, '/path_number'],
    [{ type: 'both' }, '/type'],
    [{ siteId: 999_999 }, '/siteId'],
    [{ deviceId: 999_999 }, '/deviceId'],
  ])('%j is bad input at “%s” [ADM-7] [ERR-1] [API-1]', async (more, pointer) => {
    expect(await send('PATCH', '/barriers/add', barrier(more))).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { pointer } },
    })
  })

  it('belong to the site of their device, and stay while it is reserved: 461 [ADM-7] [API-1]', async () => {
    const foreign = world.foreign.gateway.devices[0]?.id
    expect(await send('PATCH', '/barriers/add', barrier({ deviceId: foreign }))).toMatchObject({
      status: 400,
      error: { source: { pointer: '/deviceId' }, meta: { issue: 'device-not-at-site' } },
    })
    const deviceId = await add()
    const id = await made209({ deviceId })
    const reservationId = await reserve(deviceId)
    expect(await send('DELETE', `/barriers/delete/${id}`)).toMatchObject({
      status: 461,
      error: { code: 'in-use', meta: { dependants: [{ kind: 'reservation', first: [{ id: reservationId }] }] } },
    })
    expect(await send('PATCH', `/barriers/edit/${id}`, { deviceId: null })).toMatchObject({
      status: 409,
      error: { code: 'barrier-in-use', source: { pointer: '/deviceId' } },
    })
    expect((await send('PATCH', `/barriers/edit/${id}`, { type: 'exit' })).status).toBe(200)
    await db.knex('reservations').where({ id: reservationId }).update({ state: 'STORNO', ended_at: new Date() })
    expect((await send('DELETE', `/barriers/delete/${id}`)).status).toBe(209)
  })
})

describe('GET /devices/databaseProblems', () => {
  it('lists certain mistakes, by kind [API-1]', async () => {
    const kinds = async () => {
      const { problems } = (await send('GET', '/devices/databaseProblems')).body as {
        problems: { kind: string; deviceId: number }[]
      }
      return (id: number) => problems.filter(({ deviceId }) => deviceId === id).map(({ kind }) => kind)
    }
    const [fine, retired, stuck] = [await add(), await add(), await add()]
    const elsewhere = await add({ siteId: world.foreign.siteId })
    const nobody = await insert(db.knex, 'sites', { name: 'Nobody' })
    const lost = await add({ siteId: nobody })
    await reserve(retired)
    await db.knex('devices').where({ id: retired }).update({ retired_at: new Date() })
    await deviceCommand(stuck, 'sent')
    const row = { description: 'Out', path_number: 900, type: 'exit', site_id: world.own.siteId }
    await db.knex('barriers').insert({ ...row, device_id: elsewhere })
    const of = await kinds()
    expect(of(fine)).toEqual([])
    expect(of(retired)).toEqual(['retired-reserved'])
    expect(of(stuck)).toEqual(['command-without-end'])
    expect(of(elsewhere)).toEqual(['gateway-elsewhere', 'barrier-elsewhere'])
    expect(of(lost)).toEqual(['gateway-elsewhere', 'site-without-zone'])
  })
})
