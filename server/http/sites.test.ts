import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let rm: string
let visitor: string
beforeAll(async () => {
  rm = await cookieFor(db.knex, world.users.rm.id, 'portal')
  visitor = await cookieFor(db.knex, world.users.visitor.id, 'portal')
})

const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
const send = (method: string, path: string, body: object, cookie = rm) =>
  app.ask(method, path, { cookie, body: JSON.stringify(body), headers })
const siteOf = (answer: { body: Record<string, unknown> }) => answer.body['site'] as { id: number; version: number }

describe('the calls of sites', () => {
  it('add a site by its name and zones alone, and edit the fields that are named [ADM-3] [API-1]', async () => {
    const added = await send('POST', '/sites/add', { name: 'Pier', zones: [world.own.id], description: 'By the water' })
    expect(added.status, added.text).toBe(200)
    const { id } = siteOf(added)
    const edited = await send('PATCH', `/sites/edit/${id}`, { visualizationEnabled: true })
    expect(edited.status, edited.text).toBe(200)
    expect((await app.ask('GET', `/sites/${id}`, { cookie: rm })).body).toMatchObject({
      data: { attributes: { name: 'Pier', description: 'By the water', visualizationEnabled: true } },
    })
    const { version } = siteOf(edited)
    expect((await send('PATCH', `/sites/edit/${id}`, { name: 'Quay', version })).status).toBe(200)
    const stale = await send('PATCH', `/sites/edit/${id}`, { name: 'Dock', version })
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'changed-meanwhile' }] } })
  })

  it('answer 400 with each wrong field by the name that the caller gave it [ADM-20]', async () => {
    const answer = await send('POST', '/sites/add', { zones: [], capacity: -1 })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([
      { source: { pointer: '/name' } },
      { source: { pointer: '/zones' } },
      { source: { pointer: '/capacity' } },
    ])
    const foreign = await send('POST', '/sites/add', { name: 'Pier', zones: [world.foreign.id] })
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ source: { pointer: '/zones' } }] } })
  })

  it('answer 404 for foreign sites, and 403 without the right [ADM-23]', async () => {
    expect((await send('PATCH', `/sites/edit/${world.foreign.siteId}`, { name: 'Mine' })).status).toBe(404)
    expect((await send('POST', '/sites/add', { name: 'Mine', zones: [world.own.id] }, visitor)).status).toBe(403)
  })

  it('show a visitor the places of open zones and of his reservations, without what is the operators’ [API-1] [ADM-23]', async () => {
    const { knex } = db
    const { own, foreign, users } = world
    await knex('zones').where('id', own.id).update({ readable_without_login: true })
    await knex('zones').where('id', foreign.id).update({ private: true })
    const names = async (path = '/sites') => {
      const { body } = await app.ask('GET', path, { cookie: visitor })
      return (body['data'] as { attributes: { name: string } }[]).map(({ attributes }) => attributes.name)
    }
    expect(await names('/sites?query=site')).toEqual(['Site own'])
    const one = await app.ask('GET', `/sites/${own.siteId}`, { cookie: visitor })
    expect(one.body).toMatchObject({
      data: { attributes: { name: 'Site own', visualizationEnabled: expect.any(Boolean) } },
    })
    expect(one.text).not.toMatch(/malfunctions|zones/)
    expect((await app.ask('GET', `/sites/${foreign.siteId}`, { cookie: visitor })).status).toBe(404)
    expect((await app.ask('GET', '/sites?page=0', { cookie: visitor })).status).toBe(400)
    const stay = { site_id: foreign.siteId, device_id: foreign.gateway.devices[0]?.id, user_id: users.visitor.id }
    const [from, until] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000))
    const span = { starts_at: from, ends_at: until, state: 'RESERVED', reserved_at: from, version: 1 }
    const id = await insert(knex, 'reservations', { ...stay, ...span })
    expect(await names('/sites?query=site')).toEqual(['Site foreign', 'Site own'])
    await knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
    expect((await app.ask('GET', `/sites/${foreign.siteId}`, { cookie: visitor })).status).toBe(404)
  })
})
