import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let rm: string
let foreignRm: string
let visitor: string
beforeAll(async () => {
  rm = await cookieFor(db.knex, world.users.rm.id, 'portal')
  foreignRm = await cookieFor(db.knex, world.users.foreignRm.id, 'portal')
  visitor = await cookieFor(db.knex, world.users.visitor.id, 'portal')
})

const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
const send = (method: string, path: string, body: object, cookie = rm) =>
  app.ask(method, path, { cookie, body: JSON.stringify(body), headers })
const eventOf = (answer: { body: Record<string, unknown> }) => answer.body['event'] as { id: number; version: number }
const added = async (more: object = {}) => {
  const event = { name: 'Weekdays', zone: world.own.id, startsOn: '2026-01-01', ...more }
  return eventOf(await send('POST', '/events/add_ajax', { event })).id
}
const found = async (search: string, cookie = rm) =>
  (await app.ask('GET', `/events?filter[query]=${search}&sort=-name&page=1&limit=15`, { cookie })).body

describe('the calls of access times', () => {
  it('add one by name, zone and first day alone, and list it [ADM-11] [API-1]', async () => {
    const id = await added({ name: 'Alone' })
    expect(await found('alone')).toMatchObject({
      data: [
        {
          type: 'events',
          id: String(id),
          attributes: { name: 'Alone', mode: 'public', startsOn: '2026-01-01', endsOn: null },
          relationships: { zones: { data: { id: String(world.own.id) } }, tariffs: { data: null } },
        },
      ],
      meta: { record_count: 1 },
    })
    expect(await found('alone', foreignRm)).toMatchObject({ data: [], meta: { record_count: 0 } })
  })

  it('answer 400 with each wrong field by the name that the caller gave it, 403 without rights [ADM-20]', async () => {
    const event = { name: 'Wrong', zone: world.foreign.id, startsOn: '2026-01-01' }
    expect(await send('POST', '/events/add_ajax', { event })).toMatchObject({
      status: 400,
      body: { errors: [{ source: { pointer: '/zone' } }] },
    })
    const window = { ...event, zone: world.own.id, fullDay: false, dailyFrom: '08:00', slotMinutes: 0 }
    expect((await send('POST', '/events/add_ajax', { event: window })).status).toBe(400)
    expect((await send('POST', '/events/add_ajax', {})).status).toBe(400)
    expect((await send('POST', '/events/add_ajax', { event }, visitor)).status).toBe(403)
  })

  it('edit the fields that are named and leave the others [ADM-11]', async () => {
    const id = await added({ description: 'By day', emailWhitelist: '*@uni.example' })
    const edited = await send('PATCH', `/events/edit_ajax/${id}`, { event: { name: 'Sundays' } })
    expect(edited.status, edited.text).toBe(200)
    const row = await db.knex('events').where({ id }).first()
    expect(row).toMatchObject({ name: 'Sundays', description: 'By day', email_whitelist: '*@uni.example' })
    const stale = { name: 'Late', version: eventOf(edited).version - 1 }
    expect((await send('PATCH', `/events/edit_ajax/${id}`, { event: stale })).status).toBe(409)
    expect((await send('PATCH', `/events/edit_ajax/${id}`, { event: { name: 'Mine' } }, foreignRm)).status).toBe(404)
  })

  it('delete one softly, unless a code opens it [ADM-11] [EVT-1]', async () => {
    const id = await added()
    const code = await insert(db.knex, 'codes', {
      name: 'OPEN-1',
      tenant_id: world.tenants.own,
      zone_id: world.own.id,
      event_id: id,
    })
    const used = await send('POST', '/events/softDelete', { event_id: id })
    expect(used).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'in-use', meta: { dependants: [{ kind: 'code', count: 1 }] } }] },
    })
    await db.knex('codes').where({ id: code }).delete()
    expect((await send('POST', '/events/softDelete', { event_id: id }, foreignRm)).status).toBe(404)
    expect((await send('POST', '/events/softDelete', { event_id: id })).body).toEqual({ event: { id } })
    expect((await send('POST', '/events/softDelete', { event_id: id })).status).toBe(404)
    expect((await send('POST', '/events/softDelete', {})).status).toBe(400)
  })
})
