import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let eventId: number
const cookies = new Map<string, string>()
beforeAll(async () => {
  for (const login of ['rm', 'foreignRm', 'admin', 'visitor'] as const)
    cookies.set(login, await cookieFor(db.knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal'))
  eventId = await insert(db.knex, 'events', { zone_id: world.own.id, name: 'Members', starts_on: '2026-01-01' })
  const own = { tenant_id: world.tenants.own, zone_id: world.own.id }
  await insert(db.knex, 'codes', { ...own, name: 'Autumn', event_id: eventId })
  await insert(db.knex, 'codes', { ...own, name: 'Spring' })
  const foreign = { tenant_id: world.tenants.foreign, zone_id: world.foreign.id }
  await insert(db.knex, 'codes', { ...foreign, name: 'Theirs' })
})

const get = (login: string, path: string) =>
  app.ask('GET', path, { cookie: cookies.get(login) ?? '', headers: { 'accept-language': 'en' } })
const namesOf = async (login: string, path: string) =>
  ((await get(login, path)).body['data'] as { attributes: { name: string } }[]).map(({ attributes }) => attributes.name)

describe('the calls of codes [ADM-17] [API-1]', () => {
  it('list those of the zones of the caller, sorted, searched, filtered and by pages [ADM-23]', async () => {
    expect(await namesOf('rm', '/codes')).toEqual(['Autumn', 'Spring'])
    expect(await namesOf('foreignRm', '/codes')).toEqual(['Theirs'])
    expect(await namesOf('admin', '/codes?sort=-name')).toEqual(['Theirs', 'Spring', 'Autumn'])
    expect(await namesOf('admin', `/codes?filter[zoneId]=${world.own.id}&filter[query]=spr`)).toEqual(['Spring'])
    expect(await namesOf('admin', `/codes?filter[tenantId]=${world.tenants.foreign}`)).toEqual(['Theirs'])
    const page = await get('admin', '/codes?limit=1&page=2&sort=name&include=zones,tenants,events')
    expect(page.body).toMatchObject({
      data: [
        { attributes: { name: 'Spring', users: 0 }, relationships: { zones: { data: { id: String(world.own.id) } } } },
      ],
      meta: { record_count: 3 },
    })
    const included = page.body['included'] as { type: string }[]
    expect(included.map(({ type }) => type).toSorted()).toEqual(['tenants', 'zones'])
  })

  it('return all of them with their companies', async () => {
    expect((await get('admin', '/codes/codesByTenant')).body).toEqual({
      codes: [
        expect.objectContaining({ name: 'Theirs', event: null }),
        expect.objectContaining({ name: 'Autumn', event: { id: eventId, name: 'Members' } }),
        expect.objectContaining({ name: 'Spring', event: null }),
      ],
      tenants: [
        { id: world.tenants.foreign, name: 'Foreign' },
        { id: world.tenants.own, name: 'Own' },
      ],
    })
    expect((await get('rm', '/codes/codesByTenant')).body).toMatchObject({ tenants: [{ name: 'Own' }] })
  })

  it('are refused to visitors, and for a sort or parameter that is not known', async () => {
    expect((await get('visitor', '/codes')).status).toBe(403)
    expect((await get('visitor', '/codes/codesByTenant')).status).toBe(403)
    expect((await get('rm', '/codes?sort=colour')).status).toBe(400)
    expect((await get('rm', '/codes?colour=red')).status).toBe(400)
    expect((await get('rm', '/codes?include=people')).status).toBe(400)
  })
})
