import { beforeAll, describe, expect, it } from 'vitest'
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
const zoneOf = (answer: { body: Record<string, unknown> }) => answer.body['zone'] as { id: number; version: number }
const added = async (more: object = {}) =>
  zoneOf(await send('POST', '/zones/add', { name: 'Harbour', tenant: world.tenants.own, ...more })).id
const found = async (search: string, cookie = admin) =>
  (await app.ask('GET', `/zones?filter[query]=${search}&include=tenants&sort=-name&page=1&limit=15`, { cookie })).body

describe('the calls of zones', () => {
  it('add a zone by its name and company alone, and list it [ADM-2] [API-1]', async () => {
    const id = await added({ name: 'Alone', users: [world.users.rm.id] })
    expect(await found('alone', rm)).toMatchObject({
      data: [
        {
          type: 'zones',
          id: String(id),
          attributes: { name: 'Alone', private: false, monitoring: true, sites: 0, managers: 1 },
          relationships: { tenants: { data: { type: 'tenants', id: String(world.tenants.own) } } },
        },
      ],
      included: [{ type: 'tenants', attributes: { name: 'Own' } }],
      meta: { record_count: 1 },
    })
  })

  it('answer 400 with each wrong field by the name that the caller gave it [ADM-20]', async () => {
    const answer = await send('POST', '/zones/add', { tenant: 999_999, sites: ['x'], users: [], private: 'yes' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([
      { code: 'bad-input', detail: 'This field is required.', source: { pointer: '/name' } },
      { source: { pointer: '/private' } },
      { source: { pointer: '/sites/0' } },
    ])
    const unknown = await send('POST', '/zones/add', { name: 'Nowhere', tenant: 999_999 })
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ source: { pointer: '/tenant' } }] } })
  })

  it('edit the fields that are named and leave the others [ADM-2]', async () => {
    const id = await added({ sites: [world.own.siteId], description: 'By the water', users: [world.users.rm.id] })
    const edited = await send('PATCH', `/zones/edit/${id}`, { name: 'Quay', private: true }, rm)
    expect(edited.status, edited.text).toBe(200)
    expect((await found('quay')).data).toMatchObject([
      { attributes: { name: 'Quay', description: 'By the water', private: true, sites: 1, managers: 1 } },
    ])
    const { version } = zoneOf(edited)
    expect((await send('PATCH', `/zones/edit/${id}`, { name: 'Wharf', version })).status).toBe(200)
    const stale = await send('PATCH', `/zones/edit/${id}`, { name: 'Dock', version })
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'changed-meanwhile' }] } })
    expect((await send('PATCH', `/zones/edit/${world.foreign.id}`, { name: 'Mine' }, rm)).status).toBe(404)
  })

  it('delete a zone on which nothing hangs, else name what does [ADM-2]', async () => {
    const used = await send('DELETE', '/zones/delete', { id: world.own.id })
    expect(used.status).toBe(409)
    expect(used.body.errors).toMatchObject([
      {
        code: 'in-use',
        meta: {
          dependants: [
            { kind: 'site', count: 1 },
            { kind: 'user', count: 3 },
          ],
        },
      },
    ])
    const id = await added()
    expect(await send('DELETE', '/zones/delete', { id }, rm)).toMatchObject({ status: 404 })
    expect(await send('DELETE', '/zones/delete', { id })).toMatchObject({ status: 200, body: { zone: { id } } })
    expect(await send('DELETE', '/zones/delete', { id })).toMatchObject({ status: 404 })
    expect((await send('DELETE', '/zones/delete', {})).status).toBe(400)
  })
})
