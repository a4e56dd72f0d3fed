import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let admin: string
let rm: string
beforeAll(async () => {
  admin = await cookieFor(db.knex, world.users.admin.id, 'admin')
  rm = await cookieFor(db.knex, world.users.rm.id, 'portal')
})

const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
const send = (method: string, path: string, body: object, cookie = admin) =>
  app.ask(method, path, { cookie, body: JSON.stringify(body), headers })
const get = (path: string, cookie = admin) => app.ask('GET', path, { cookie, headers })
const gatewayOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['gateway'] as { id: number; version: number }

describe('the calls of gateways', () => {
  it('add one by its name and hardware id alone, and list it [ADM-5] [API-1]', async () => {
    const { id } = gatewayOf(await send('POST', '/gateways/add', { name: 'Alone', hardwareId: 'HF-1' }))
    expect(
      (await get('/gateways?filter[query]=alone&filter[silence]=never&sort=-name&page=1&limit=15')).body,
    ).toMatchObject({
      data: [
        {
          type: 'gateways',
          id: String(id),
          attributes: {
            name: 'Alone',
            hardwareId: 'HF-1',
            maintenanceState: 'Delivery',
            lastMessageAt: null,
            devices: 0,
          },
        },
      ],
      meta: { record_count: 1 },
    })
  })

  it('are for admins only', async () => {
    const { id } = world.own.gateway
    expect((await get('/gateways', rm)).status).toBe(403)
    expect((await send('POST', '/gateways/add', { name: 'Mine', hardwareId: 'mine' }, rm)).status).toBe(403)
    expect((await send('PATCH', `/gateways/edit/${id}`, { name: 'Mine' }, rm)).status).toBe(403)
    expect((await send('DELETE', `/gateways/delete/${id}`, {}, rm)).status).toBe(403)
  })

  it('return 400 with each wrong field, 409 for a hardware id that is taken [ADM-20]', async () => {
    const wrong = await send('POST', '/gateways/add', { hardwareId: ' x', siteId: 'here', colour: 'red' })
    expect(wrong.status).toBe(400)
    const pointers = (wrong.body['errors'] as { source: { pointer: string } }[]).map(({ source }) => source.pointer)
    expect(pointers.toSorted()).toEqual(['/colour', '/hardwareId', '/name', '/siteId'])
    const taken = await send('POST', '/gateways/add', { name: 'Twin', hardwareId: 'GW-own' })
    expect(taken).toMatchObject({
      status: 409,
      error: { code: 'gateway-id-taken', source: { pointer: '/hardwareId' } },
    })
  })

  it('edit what is given; 409 for an older version, 404 for none [ADM-5]', async () => {
    const { id } = gatewayOf(await send('POST', '/gateways/add', { name: 'Quay', hardwareId: 'HF-2', comment: 'kept' }))
    const edited = await send('PATCH', `/gateways/edit/${id}`, { siteId: world.own.siteId, sendMail: false })
    expect(edited.status, edited.text).toBe(200)
    expect(await db.knex('gateways').where({ id }).first()).toMatchObject({
      ...{ name: 'Quay', comment: 'kept', site_id: world.own.siteId, send_mail: false },
      modified_by: world.users.admin.id,
    })
    const { version } = gatewayOf(edited)
    await send('PATCH', `/gateways/edit/${id}`, { name: 'Dock', version })
    const stale = await send('PATCH', `/gateways/edit/${id}`, { name: 'Pier', version })
    expect(stale).toMatchObject({ status: 409, error: { code: 'changed-meanwhile' } })
    expect((await send('PATCH', '/gateways/edit/999999', { name: 'Nobody' })).status).toBe(404)
  })

  it('delete one without devices, else name what hangs on it in lists [ADM-5]', async () => {
    const { id: usedId, devices } = world.own.gateway
    const [lot] = devices
    await db.knex('devices').where({ gateway_id: usedId }).whereNot('id', lot?.id).update({ type: 'LOCKER' })
    const gate = { description: 'Gate', path_number: 700, type: 'entrance', site_id: world.own.siteId }
    const barrierId = await insert(db.knex, 'barriers', { ...gate, gateway_id: usedId })
    const used = await send('DELETE', `/gateways/delete/${usedId}`, {})
    expect(used.status).toBe(409)
    expect(used.body).toMatchObject({
      case: 'devices, barriers, parkinglots',
      devices: [{ id: devices[1]?.id, name: 'GW-own 002' }, { id: devices[2]?.id }],
      barriers: [{ id: barrierId, description: 'Gate' }],
      parkinglots: [{ id: lot?.id, description: 'GW-own 001' }],
      errors: [
        {
          code: 'gateway-in-use',
          detail:
            'Unfortunately, the gateway could not be deleted because the following devices, barriers and/or parkinglots are associated with the gateway:',
        },
      ],
    })
    const { id } = gatewayOf(await send('POST', '/gateways/add', { name: 'Free', hardwareId: 'HF-3' }))
    expect(await send('DELETE', `/gateways/delete/${id}`, {})).toMatchObject({ status: 200, body: { gateway: { id } } })
    expect((await send('DELETE', `/gateways/delete/${id}`, {})).status).toBe(404)
  })
})
