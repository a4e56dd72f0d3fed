import { beforeAll, describe, expect, it } from 'vitest'
import { change } from '../../contract/profile.ts'
import { goodProfile, wrongProfiles } from '../../contract/testing/bad-input/profile.ts'
import { useApp } from '../http/testing/use-app.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { cookieFor } from '../testing/sessions.ts'

const limits = { take: async () => null }
const { db, world, app } = await useApp(() => ({ limits }))
let visitor: string
let admin: string
beforeAll(async () => {
  visitor = await cookieFor(db.knex, world.users.visitor.id, 'portal')
  admin = await cookieFor(db.knex, world.users.admin.id, 'admin')
})

const headers = { 'content-type': 'application/vnd.api+json', 'accept-language': 'en' }
const patch = (attributes: object) => {
  const body = JSON.stringify({ data: { type: 'users', id: String(world.users.visitor.id), attributes } })
  return app.ask('PATCH', '/users/profile', { cookie: visitor, body, headers })
}
const get = async () => (await app.ask('GET', '/users/profile', { cookie: visitor })).body

describe('GET and PATCH /users/profile', () => {
  it('show the profile and change what is named, nothing else [PROF-1] [API-1]', async () => {
    const before = await get()
    expect(before).toMatchObject({ data: { type: 'users', attributes: { username: 'visitor', licence_plate: null } } })
    const answer = await patch({
      city: 'Freiburg',
      licence_plate: 'fr-hf 2026',
      allows_automatic_access: true,
      language: 'fr',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          attributes: {
            firstname: 'Test',
            city: 'Freiburg',
            licence_plate: 'FR-HF 2026',
            allows_automatic_access: true,
            language: 'fr',
          },
        },
      },
    })
    await patch({ licence_plate: 'FR-E 414' })
    expect(await get()).toMatchObject({
      data: { attributes: { city: 'Freiburg', licencePlates: ['FR-E 414', 'FR-HF 2026'] } },
    })
  })

  it('refuse what is not typed there, and an outdated version [PROF-1]', async () => {
    for (const attributes of [{ email: 'new@example.org' }, { username: 'me' }, { accountBalance: 100 }, { role: 1 }])
      expect(await patch(attributes)).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await patch({ city: 'Ulm', version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'changed-meanwhile' },
    })
    expect(await app.ask('GET', '/users/profile', {})).toMatchObject({ status: 401 })
  })
})

describe('a wrong profile', () => {
  const plainRules = wrongProfiles.filter(([, path]) => !path.startsWith('licencePlates'))

  it.each(wrongProfiles)('%j is refused by the command at %s: %s [ADM-20]', async (changed, path, issue) => {
    const calls = busCalls(db.knex, world)
    const before = await db.knex('users').orderBy('id').select()
    const refusal = await calls.refused('support', change, { version: 0, ...goodProfile, ...changed })
    expect(refusal).toMatchObject({ code: 'bad-input' })
    expect(refusal.fields).toContainEqual(expect.objectContaining({ path, issue }))
    expect(await db.knex('users').orderBy('id').select()).toEqual(before)
  })

  it('is refused by the call, with status 400 at each attribute [ADM-20]', async () => {
    const names = new Map([['allowsAutomaticAccess', 'allows_automatic_access']])
    for (const [changed, path, issue] of plainRules) {
      const attributes = Object.fromEntries(
        Object.entries(changed).map(([name, value]) => [names.get(name) ?? name, value as unknown]),
      )
      const answer = await patch(attributes)
      const pointer = `/data/attributes/${names.get(path) ?? path}`
      expect(answer.status, path).toBe(400)
      expect(JSON.stringify(answer.body), issue).toContain(pointer)
    }
    for (const licence_plate of ['--', '.', '🚗', 'В-АВ 123'])
      expect(JSON.stringify((await patch({ licence_plate })).body)).toContain('/data/attributes/licence_plate')
  })
})

describe('the calls of the contact of those who block', () => {
  it('read it, and change it for those who may block [PROF-2] [API-1]', async () => {
    const { id } = world.users.rm
    const body = { rm_contact_email: 'rm@world.example', rm_contact_phone_number: '0761 2034567' }
    const put = (fields: object, cookie = admin) =>
      app.ask('PUT', `/users/updateRMContactInformation/${id}`, {
        cookie,
        body: JSON.stringify(fields),
        headers: { ...headers, 'content-type': 'application/json' },
      })
    const kept = { rm_contact_email: 'rm@world.example', rm_contact_phone_number: '+497612034567' }
    expect(await put(body)).toMatchObject({ status: 200, body: { id, ...kept } })
    const path = `/users/getRMContactInformation/${id}`
    expect(await app.ask('GET', path, { cookie: admin })).toMatchObject({
      status: 200,
      body: { id, name: 'Test rm', ...kept },
    })
    expect(await app.ask('GET', path, { cookie: visitor })).toMatchObject({ status: 404 })
    expect(await put(body, visitor)).toMatchObject({ status: 403 })
    for (const [field, value] of [
      ['rm_contact_email', 'nobody'],
      ['rm_contact_phone_number', 'call me'],
      ['rm_contact_email', ''],
    ] as const) {
      const answer = await put({ ...body, [field]: value })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toContain(`/${field}`)
    }
  })
})
