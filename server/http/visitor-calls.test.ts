import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import type { AskOptions } from './testing/ask.ts'
import { useApp } from './testing/use-app.ts'

type Who = 'visitor' | 'rm' | 'foreignRm'
const { db, world, app } = await useApp()
const cookies = new Map<Who, string>()
beforeAll(async () => {
  for (const who of ['visitor', 'rm', 'foreignRm'] as const)
    cookies.set(who, await cookieFor(db.knex, world.users[who].id))
  const locationId = await insert(db.knex, 'locations', { address: 'Ring 1', zip: '01067', city: 'Dresden' })
  await db.knex('sites').where({ id: world.own.siteId }).update({ location_id: locationId })
  await insert(db.knex, 'events', { zone_id: world.own.id, name: 'Always', starts_on: '2020-01-01' })
})
const call = (who: Who, method: string, path: string, options: AskOptions = {}) =>
  app.ask(method, path, { cookie: cookies.get(who) ?? '', ...options })
const get = (who: Who, path: string) => call(who, 'GET', path)

describe('zones, codes and documents', () => {
  it('sites of a zone: to operators as they know them, to bookers where they are, of a closed zone none [API-1]', async () => {
    const path = `/zones/${world.own.id}/sites`
    expect((await get('rm', path)).data[0]).toMatchObject({ attributes: { devices: 3, name: 'Site own' } })
    const booker = await get('visitor', path)
    expect(booker.data[0]?.attributes).toMatchObject({ name: 'Site own', city: 'Dresden' })
    expect(booker.data[0]?.attributes).not.toHaveProperty('malfunctions')
    for (const zone of [world.own.id, 999_999])
      expect((await get('foreignRm', `/zones/${zone}/sites`)).status).toBe(404)
  })

  it('codes: operators list them, visitors enter them and give them up [PRIV-1] [ADM-17] [API-1]', async () => {
    const zone = { name: 'Yard', private: true, tenant_id: world.tenants.own }
    const zoneId = await insert(db.knex, 'zones', zone)
    await db.knex('user_zones').insert({ user_id: world.users.rm.id, zone_id: zoneId })
    const code = { name: 'OPEN-SESAME', tenant_id: world.tenants.own, zone_id: zoneId }
    const codeId = await insert(db.knex, 'codes', code)
    const listed = await get('rm', '/codes?include=tenants,zones,events&filter[query]=sesame')
    expect(listed.data).toMatchObject([{ id: String(codeId), attributes: { name: 'OPEN-SESAME', users: 0 } }])
    expect(listed.body.included?.map(({ type }) => type).sort()).toEqual(['tenants', 'zones'])
    expect((await get('rm', '/codes/codesByTenant')).body).toMatchObject({
      codes: [{ id: codeId }],
      tenants: [{ id: world.tenants.own, name: 'Own' }],
    })
    expect((await get('foreignRm', '/codes')).data).toHaveLength(0)
    expect((await get('visitor', '/codes')).status).toBe(403)
    const post = (path: string, json: object) => call('visitor', 'POST', path, { body: json })
    expect((await post('/codes/visitor_add_code', { name: 'open-sesame' })).body).toMatchObject({
      codeId,
      zone: { id: zoneId },
    })
    expect((await get('visitor', '/codes/visitor_private_zones')).body).toMatchObject({ zones: [{ by: 'code' }] })
    expect((await post('/codes/visitor_private_code_delete', { codeId })).body).toEqual({ codeId })
    expect((await get('visitor', '/codes/visitor_private_zones')).body).toEqual({ zones: [] })
    expect((await post('/codes/visitor_add_code', { name: 'wrong' })).error).toMatchObject({ code: 'code-unknown' })
  })

  it('documents of a site: read, asked for, accepted all at once [API-1]', async () => {
    await insert(db.knex, 'documents', { name: 'rules.pdf', scope: 'zone', zone_id: world.own.id })
    const path = `/sites/${world.own.siteId}/documents`
    const read = (await get('visitor', `${path}/get-documents`)).body['documents'] as { name: string }[]
    expect(read.map(({ name }) => name)).toContain('rules.pdf')
    expect((await get('visitor', `${path}/has-accepted`)).body).toEqual({ accepted: false, rememberDecision: false })
    const accept = await call('visitor', 'PATCH', `${path}/accept-all`, { body: { rememberDecision: true } })
    expect(accept.body).toEqual({ accepted: true })
    expect((await get('visitor', `${path}/has-accepted`)).body).toEqual({ accepted: true, rememberDecision: true })
    for (const name of ['get-documents', 'has-accepted'])
      expect((await get('foreignRm', `${path}/${name}`)).status).toBe(404)
  })
})
