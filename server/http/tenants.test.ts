import { beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { newPrefix } from '../tenants/testing/tenant-fields.ts'
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
const tenantOf = (answer: { body: Record<string, unknown> }) => answer.body['tenant'] as { id: number; version: number }
const added = async (more: object = {}) =>
  tenantOf(await send('POST', '/tenants/add_ajax', { name: 'Harbour', prefix: newPrefix(), ...more })).id

describe('the calls of companies', () => {
  it('add one by its name and prefix alone, and list it [ADM-1] [API-1]', async () => {
    const id = await added({ name: 'Alone' })
    expect((await get('/tenants?filter[query]=alone&sort=-name&page=1&limit=15')).body).toMatchObject({
      data: [
        { type: 'tenants', id: String(id), attributes: { name: 'Alone', monitoring: true, users: 0, license: 'none' } },
      ],
      meta: { record_count: 1 },
    })
  })

  it('are for admins only', async () => {
    expect((await get('/tenants', rm)).status).toBe(403)
    expect((await get('/tenants/getListofSites', rm)).status).toBe(403)
    expect((await send('POST', '/tenants/add_ajax', { name: 'Mine', prefix: 'mine' }, rm)).status).toBe(403)
    const own = world.tenants.own
    expect((await send('PATCH', `/tenants/edit_ajax/${own}`, { name: 'Mine' }, rm)).status).toBe(403)
    expect((await send('DELETE', `/tenants/delete/${own}`, {}, rm)).status).toBe(403)
  })

  it('answer 400 with each wrong field, 409 for a prefix that is taken [ADM-20]', async () => {
    const wrong = await send('POST', '/tenants/add_ajax', {
      prefix: 'RH1',
      licenseStart: '2026-05-01',
      commerceEmail: 'nobody',
      commercePhone: 'call me',
      products: ['x'],
    })
    expect(wrong.status).toBe(400)
    expect(
      (wrong.body.errors as { source: object; detail: string }[]).map(({ source, detail }) => [source, detail]),
    ).toEqual([
      [{ pointer: '/name' }, 'This field is required.'],
      [{ pointer: '/prefix' }, 'The last character must be a letter.'],
      [{ pointer: '/commerceEmail' }, 'This e-mail address is not valid.'],
      [{ pointer: '/commercePhone' }, 'This phone number is not valid.'],
      [{ pointer: '/products/0' }, 'Must be a number.'],
    ])
    const early = { name: 'Early', prefix: newPrefix(), licenseStart: '2026-05-01', licenseEnd: '2026-04-30' }
    expect(await send('POST', '/tenants/add_ajax', early)).toMatchObject({
      status: 400,
      body: { errors: [{ source: { pointer: '/licenseEnd' } }] },
    })
    expect(await send('POST', '/tenants/add_ajax', { name: 'Own again', prefix: 'OWN' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'prefix-taken', source: { pointer: '/prefix' } }] },
    })
  })

  it('edit the fields that are named and leave the others; products go only when named as closing [ADM-1] [ADM-25]', async () => {
    const { id: sms } = await one<{ id: number }>(db.knex, `select id from products where prefix = 'SMS'`)
    const id = await added({ city: 'Freiburg', products: [sms] })
    const edited = await send('PATCH', `/tenants/edit_ajax/${id}`, { name: 'Quay', taxRatePercent: 8.1 })
    expect(edited.status, edited.text).toBe(200)
    expect((await get('/tenants?filter[query]=quay')).body.data).toMatchObject([
      { attributes: { name: 'Quay', city: 'Freiburg', products: 1 } },
    ])
    const off = await send('PATCH', `/tenants/edit_ajax/${id}`, { products: [] })
    expect(off).toMatchObject({ status: 409, body: { errors: [{ code: 'product-closes' }] } })
    const { version } = tenantOf(edited)
    const closed = await send('PATCH', `/tenants/edit_ajax/${id}`, { products: [], closing: [sms], version })
    expect(closed.status, closed.text).toBe(200)
    const stale = await send('PATCH', `/tenants/edit_ajax/${id}`, { name: 'Dock', version })
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'changed-meanwhile' }] } })
    expect((await send('PATCH', '/tenants/edit_ajax/999999', { name: 'Nobody' })).status).toBe(404)
  })

  it('delete one without users, zones and sites, else name them in lists [ADM-1]', async () => {
    const used = await send('DELETE', `/tenants/delete/${world.tenants.foreign}`, {})
    expect(used.status).toBe(409)
    expect(used.body).toMatchObject({
      case: 'Users, Zones, Sites',
      users: [{ id: world.users.foreignRm.id, name: 'foreignrm' }],
      zones: [{ id: world.foreign.id, name: 'Zone foreign' }],
      sites: [{ id: world.foreign.siteId, name: 'Site foreign' }],
      errors: [
        {
          code: 'tenant-in-use',
          detail:
            'Unfortunately, the company could not be deleted because the following users and/or sites are associated with the company:',
        },
      ],
    })
    const id = await added()
    expect(await send('DELETE', `/tenants/delete/${id}`, {})).toMatchObject({ status: 200, body: { tenant: { id } } })
    expect((await send('DELETE', `/tenants/delete/${id}`, {})).status).toBe(404)
  })

  it('list the sites with their companies [API-1]', async () => {
    expect((await get(`/tenants/getListofSites?tenantId=${world.tenants.own}`)).body).toEqual({
      sites: [{ id: world.own.siteId, name: 'Site own', tenants: [{ id: world.tenants.own, name: 'Own' }] }],
      meta: { record_count: 1 },
    })
    expect((await get('/tenants/getListofSites')).body).toMatchObject({ meta: { record_count: 2 } })
  })
})
