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
const locationOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['location'] as { id: number; version: number }
const added = async (more: object) => locationOf(await send('POST', '/locations/add', more)).id
const found = async (query: string) =>
  (await app.ask('GET', `/locations/index_ajax?query=${query}&sort=-city`, { cookie: admin })).body

describe('the calls of locations', () => {
  it('add, list and edit them, and keep the fields that are not named [ADM-4] [API-1]', async () => {
    const corners = { upperLeftLatitude: 53.1, upperLeftLongitude: 8.8, lengthMm: 50_000, imagePath: '/port.png' }
    const id = await added({ name: 'Old port', city: 'Bremen', latitude: 53, longitude: 8.7, ...corners })
    expect(await found('bremen')).toMatchObject({
      locations: [{ id, type: 'site', name: 'Old port', latitude: 53, longitude: 8.7, sites: 0, devices: 0 }],
      meta: { record_count: 1 },
    })
    const edited = await send('PATCH', `/locations/edit/${id}`, { name: 'New port' })
    expect(edited.status, edited.text).toBe(200)
    expect(await db.knex('locations').where({ id }).first()).toMatchObject({
      name: 'New port',
      city: 'Bremen',
      upper_left_latitude: 53.1,
      length_mm: 50_000,
      image_path: '/port.png',
    })
    const { version } = locationOf(edited)
    expect((await send('PATCH', `/locations/edit/${id}`, { zip: '28195', version })).status).toBe(200)
    const stale = await send('PATCH', `/locations/edit/${id}`, { zip: '1', version })
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'changed-meanwhile' }] } })
  })

  it('answer 400 with each wrong field, also for a point with one coordinate [ADM-20]', async () => {
    const wrong = await send('POST', '/locations/add', {
      latitude: 91,
      longitude: 8,
      widthMm: 0,
      country: 'x'.repeat(46),
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors).toMatchObject([
      { source: { pointer: '/country' } },
      { source: { pointer: '/widthMm' } },
      { source: { pointer: '/latitude' } },
    ])
    const half = await send('POST', '/locations/add', { lowerRightLatitude: 50 })
    expect(half).toMatchObject({
      status: 400,
      body: { errors: [{ source: { pointer: '/lowerRightLongitude' }, detail: 'This field is required.' }] },
    })
  })

  it('delete a location where nothing is, else name the sites and devices there [ADM-4]', async () => {
    const id = await added({ name: 'Used' })
    const siteId = await insert(db.knex, 'sites', { name: 'Pier', location_id: id })
    const [device] = world.own.gateway.devices
    await db.knex('devices').where('id', device?.id).update({ location_id: id })
    const used = await send('DELETE', `/locations/delete/${id}`, {})
    expect(used).toMatchObject({ status: 409, body: { errors: [{ code: 'in-use' }] } })
    expect(used.text).toContain('Pier')
    await db.knex('devices').where('id', device?.id).update({ location_id: null })
    await db.knex('sites').where('id', siteId).delete()
    expect((await send('DELETE', `/locations/delete/${id}`, {})).status).toBe(200)
    expect((await send('DELETE', `/locations/delete/${id}`, {})).status).toBe(404)
  })

  it('are for admins only [ADM-23]', async () => {
    expect((await send('POST', '/locations/add', { name: 'Mine' }, rm)).status).toBe(403)
    expect((await app.ask('GET', '/locations/index_ajax', { cookie: rm })).status).toBe(403)
  })
})
