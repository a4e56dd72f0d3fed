import { beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
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
const patch = (id: number, body: object, cookie = admin) =>
  app.ask('PATCH', `/products/edit/${id}`, { cookie, body: JSON.stringify(body), headers })
const get = (path: string, cookie = admin) => app.ask('GET', path, { cookie, headers })
const idOf = async (prefix: string) =>
  (await one<{ id: number }>(db.knex, 'select id from products where prefix = ?', [prefix])).id

describe('the calls of products', () => {
  it('list them with their roles [ADM-12] [API-1]', async () => {
    const id = await idOf('PAYMENT')
    const found = await get(
      '/products?filter[query]=payment&filter[basic]=false&include=roles&sort=prefix&page=1&limit=15',
    )
    expect(found.body).toMatchObject({
      data: [
        {
          type: 'products',
          id: String(id),
          attributes: { name: 'Payment', names: { de: 'Bezahlung' }, prefix: 'PAYMENT', basic: false, tenants: 2 },
          relationships: { roles: { data: [{ type: 'roles' }, { type: 'roles' }] } },
        },
      ],
      included: [{ attributes: { name: 'Reservation Manager' } }, { attributes: { name: 'Visitor' } }],
      meta: { record_count: 1 },
    })
    expect((await get('/products?filter[basic]=perhaps')).status).toBe(400)
  })

  it('are for admins only', async () => {
    expect((await get('/products', rm)).status).toBe(403)
    expect((await patch(await idOf('SMS'), { name: 'Mine' }, rm)).status).toBe(403)
  })

  it('edit the fields that are named and leave the others [ADM-12]', async () => {
    const id = await idOf('SMS')
    const edited = await patch(id, { description: 'Short messages' })
    expect(edited.status, edited.text).toBe(200)
    expect((await get('/products?filter[query]=short%20messages')).body.data).toMatchObject([
      { attributes: { name: 'SMS', prefix: 'SMS', names: { fr: 'SMS' } } },
    ])
    const { version } = edited.body['product'] as { version: number }
    expect((await patch(id, { name: 'Texts', version: version - 1 })).body).toMatchObject({
      errors: [{ code: 'changed-meanwhile' }],
    })
    expect((await patch(999_999, { name: 'Nothing' })).status).toBe(404)
  })

  it('answer 400 with each wrong field, 409 for a prefix that is taken and for what needs a confirmation [ADM-20] [ADM-25]', async () => {
    const id = await idOf('GPS')
    const wrong = await patch(id, { name: ' GPS', prefix: 'gps', roles: ['x'] })
    expect(wrong.status).toBe(400)
    expect(
      (wrong.body.errors as { source: object; detail: string }[]).map(({ source, detail }) => [source, detail]),
    ).toEqual([
      [{ pointer: '/name' }, 'Must not start or end with a space.'],
      [{ pointer: '/prefix' }, 'Only capitals, digits and underscores, beginning with a letter.'],
      [{ pointer: '/roles/0' }, 'Must be a number.'],
    ])
    expect(await patch(id, { prefix: 'SMS', closing: true })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'product-prefix-taken', source: { pointer: '/prefix' } }] },
    })
    expect(await patch(id, { roles: [] })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'product-closes' }] },
    })
    expect((await patch(id, { roles: [], closing: true })).status).toBe(200)
    expect(await patch(await idOf('BASIC_ADM'), { basic: false, closing: true })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'last-way-in' }] },
    })
  })
})
