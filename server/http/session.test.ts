import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../db/testing/database.ts'
import { newSetupToken } from '../session/setup.ts'
import { one } from '../session/testing/one.ts'
import { cookieFor } from '../testing/sessions.ts'
import { startApp } from './testing/app.ts'
import { fetchFrom } from './testing/ask.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let adminHost: Record<string, string>

beforeAll(async () => {
  adminHost = { host: `admin.localhost:${app.port}` }
})
beforeEach(async () => {
  await db.knex('rate_limits').delete()
  await db.knex('login_guesses').delete()
})

const login = (attributes: object, path = '/users/login', headers = {}) =>
  app.ask('POST', path, { body: { data: { type: 'users', attributes } }, headers })

it('over https only the __Host- cookie is a session: another subdomain could set a plain one [ACC-6] [ASVS V3.3.3]', async () => {
  const secure = await startApp(db.knex, ({ addresses }) => ({
    addresses: { ...addresses, portal: 'https://portal.example' },
  }))
  try {
    const body = { data: { type: 'users', attributes: { login: 'rm', password: world.password } } }
    const answer = await secure.ask('POST', '/users/login', { body })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-sid=.+; Secure/)
    const value = /=([^;]+)/.exec(cookie)?.[1]
    const ask = (name: string) => secure.ask('GET', '/users/me/products', { cookie: `${name}=${value}` })
    expect(await ask('__Host-sid')).toMatchObject({ status: 200 })
    expect(await ask('sid')).toMatchObject({ status: 401 })
  } finally {
    await secure.close()
  }
})

describe('POST /users/login', () => {
  it('returns the user with zones, tenants, roles and meta.sessionTenant, and sets an HttpOnly cookie [ACC-1] [API-1]', async () => {
    const answer = await login(
      { login: 'rm@world.example', password: world.password },
      '/users/login?include=roles,tenants,zones',
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.api+json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [user] = answer.data
    expect(user).toMatchObject({ type: 'users', id: String(world.users.rm.id) })
    expect(user?.attributes).toMatchObject({ username: 'rm', userType: 'NORMAL', accountBalance: 0, tosAccepted: true })
    expect(user?.attributes['features']).toContain('BASIC_RM')
    expect(user?.relationships).toEqual({
      roles: { data: [{ type: 'roles', id: '2' }] },
      tenants: { data: [{ type: 'tenants', id: String(world.tenants.own) }] },
      zones: { data: [{ type: 'zones', id: String(world.own.id) }] },
    })
    expect(answer.body.included?.map(({ type }) => type)).toEqual(['roles', 'tenants', 'zones'])
    expect(answer.body.meta?.['sessionTenant']).toEqual({ id: world.tenants.own, name: 'Own', theme: 'default' })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
      expect.stringMatching(/^browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/),
    ])
    expect(answer.text).not.toContain('password')
  })

  it('includes only what is requested [API-1]', async () => {
    const plain = await login({ login: 'rm', password: world.password })
    expect(plain.body).not.toHaveProperty('included')
    const one = await login({ login: 'rm', password: world.password }, '/users/login?include=zones')
    expect(one.body.included).toEqual([{ type: 'zones', id: String(world.own.id), attributes: { name: 'Zone own' } }])
    const other = await login({ login: 'rm', password: world.password }, '/users/login?include=secrets')
    expect(other).toMatchObject({ status: 400, error: { code: 'bad-input' } })
  })

  it('over https the cookie is __Host- and Secure [ACC-1] [ASVS V3.3.1] [ASVS V3.3.2] [ASVS V3.3.3] [ASVS V3.3.4] [ASVS V3.4.1]', async () => {
    const proxied = await startApp(db.knex, (context) => ({ config: { ...context.config, trustProxy: 1 } }))
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'parking.example',
      'x-forwarded-for': '198.51.100.9',
    }
    const answer = await proxied.ask('POST', '/users/login', {
      headers,
      body: { data: { type: 'users', attributes: { login: 'rm', password: world.password } } },
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    )
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const { address } = await one<{ address: string }>(
      db.knex,
      `select host(address) as address from sessions order by created_at desc limit 1`,
    )
    expect(address).toBe('198.51.100.9')
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await proxied.ask('GET', '/users/me/products', { headers, cookie })).status).toBe(200)
    expect((await proxied.ask('POST', '/users/logout', { headers, cookie })).headers.getSetCookie()[0]).toMatch(
      /^__Host-sid=; .*Secure; Max-Age=0$/,
    )
    await proxied.close()
  })

  it.each([
    ['invalid-credentials', 401, { login: 'rm', password: 'wrong' }, 'Invalid username or password. Please try again'],
    ['registration-not-finished', 403, { login: 'unfinished', password: 'right' }, /finish your registration/],
    ['admin-elsewhere', 403, { login: 'admin', password: 'right' }, /administration application/],
  ])('refuses with %s as %d [ACC-2]', async (code, status, attributes, detail) => {
    const password = attributes.password === 'right' ? world.password : attributes.password
    const answer = await login({ ...attributes, password })
    expect(answer).toMatchObject({
      status,
      error: { code, status: String(status), detail: expect.stringMatching(detail) as string },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('refers an Admin on the portal to the administration, and accepts the login there [NAV-6]', async () => {
    const answer = await login({ login: 'admin', password: world.password })
    expect(answer.error?.meta).toEqual({ params: { adminUrl: `http://admin.localhost:${app.port}` } })
    // browsers resolve the administration’s host name to this machine; here the request names it explicitly
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const body = JSON.stringify({ data: { type: 'users', attributes: { login: 'admin', password: world.password } } })
      const headers = { ...adminHost, 'content-type': 'application/json', 'client-id': 'test' }
      request({ port: app.port, host: '127.0.0.1', method: 'POST', path: '/users/login', headers }, (response) =>
        resolve(response.statusCode),
      )
        .on('error', reject)
        .end(body)
    })
    expect(status).toBe(200)
    const session = await one<{ app: string }>(
      db.knex,
      'select app from sessions where user_id = ? order by created_at desc limit 1',
      [world.users.admin.id],
    )
    expect(session.app).toBe('admin')
  })

  it('returns 429 with the seconds to wait after 5 wrong attempts, in the requested language [ACC-2]', async () => {
    for (let n = 0; n < 5; n += 1) expect((await login({ login: 'visitor', password: 'x' })).status).toBe(401)
    const answer = await login({ login: 'visitor', password: world.password }, '/users/login', {
      'accept-language': 'de-DE,de;q=0.9',
    })
    expect(answer).toMatchObject({ status: 429, error: { code: 'login-blocked', meta: { params: { seconds: 60 } } } })
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.headers.get('content-language')).toBe('de')
    expect(answer.error?.detail).toContain('60')
  })
})

describe('a session', () => {
  const products = async (cookie: string, host: string) => {
    const response = await fetchFrom(host)(`http://127.0.0.1:${app.port}/users/me/products`, { headers: { cookie } })
    return response.status
  }

  it('works only at the address of its application [ACC-6] [NAV-6]', async () => {
    const portal = `127.0.0.1:${app.port}`
    const admin = await cookieFor(db.knex, world.users.admin.id, 'admin')
    expect([await products(admin, adminHost['host'] ?? ''), await products(admin, portal)]).toEqual([200, 401])
    const rm = await cookieFor(db.knex, world.users.rm.id)
    expect([await products(rm, portal), await products(rm, adminHost['host'] ?? '')]).toEqual([200, 401])
  })
})

describe('POST /users/logout', () => {
  it('ends the session and clears the cookie [ACC-6] [ASVS V7.4.1]', async () => {
    const cookie = await app.login('rm', world.password)
    expect((await app.ask('GET', '/users/me/products', { cookie })).status).toBe(200)
    const answer = await app.ask('POST', '/users/logout', { cookie })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
    expect(await app.ask('GET', '/users/me/products', { cookie })).toMatchObject({
      status: 401,
      error: { code: 'session-expired' },
    })
    expect((await app.ask('POST', '/users/logout', { cookie })).status).toBe(204)
    expect((await app.ask('POST', '/users/logout')).status).toBe(204)
  })
})

describe('PUT /users/setLanguage', () => {
  it('accepts upper-case and long codes, refuses others [API-1]', async () => {
    const cookie = await app.login('srm', world.password)
    const put = (language: unknown) =>
      app.ask('PUT', '/users/setLanguage', {
        cookie,
        headers: { 'content-type': 'application/json' },
        body: { language },
      })
    expect(await put('DE')).toMatchObject({ status: 200, body: { language: 'DE' } })
    expect(await put('it_IT')).toMatchObject({ status: 200, body: { language: 'IT' } })
    expect(await put('xx')).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { pointer: '/language' } },
    })
    expect(await put(7)).toMatchObject({ status: 400 })
    const user = await one<{ language: string }>(db.knex, 'select language from users where id = ?', [
      world.users.srm.id,
    ])
    expect(user.language).toBe('it')
  })

  it('runs once with an Idempotency-Key [API-1]', async () => {
    const cookie = await app.login('srm', world.password)
    const put = (language: string, key: string) =>
      app.ask('PUT', '/users/setLanguage', { cookie, headers: { 'idempotency-key': key }, body: { language } })
    expect((await put('FR', 'my key 1')).status).toBe(200)
    const count = async () =>
      (await db.knex('commands').where({ name: 'session.setLanguage', user_id: world.users.srm.id })).length
    const before = await count()
    expect((await put('FR', 'my key 1')).status).toBe(200)
    expect(await count()).toBe(before)
    expect(await put('DE', 'my key 1')).toMatchObject({ status: 422, error: { code: 'command-id-reused' } })
    expect((await put('DE', 'my key 2')).status).toBe(200)
  })
})

describe('POST /setup', () => {
  it('creates the first admin once, then returns done [OPS-1]', async () => {
    const fresh = await createTestDatabase()
    const { token, hash } = newSetupToken()
    const own = await startApp(fresh.knex, () => ({ setup: { tokenHash: hash } }))
    const body = { token, email: 'first@own.example', username: 'first', password: 'Strong-Pass1' }
    const post = (change: object) => own.ask('POST', '/setup', { body: { ...body, ...change } })
    expect((await own.ask('GET', '/app-config.json')).body).toMatchObject({ setupNeeded: true, demo: [] })
    expect(await post({ token: 'x'.repeat(43) })).toMatchObject({ status: 403, error: { code: 'setup-token-invalid' } })
    expect(await post({ password: 'short' })).toMatchObject({ status: 400, error: { code: 'password-too-weak' } })
    expect(await post({ email: 'no' })).toMatchObject({
      status: 400,
      error: { code: 'bad-input', source: { pointer: '/email' } },
    })
    expect(await post({ more: 1 })).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    const results = await Promise.all([
      post({}),
      post({ email: 'b@own.example', username: 'b' }),
      post({ email: 'c@own.example', username: 'c' }),
    ])
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409])
    expect((await own.ask('GET', '/app-config.json')).body).toMatchObject({ setupNeeded: false })
    expect(await post({ username: 'late' })).toMatchObject({ status: 409, error: { code: 'setup-done' } })
    expect(own.log()).not.toContain(token)
    // A process that did not create the admin sees it too.
    const other = await startApp(fresh.knex, () => ({ setup: { tokenHash: newSetupToken().hash } }))
    expect((await other.ask('GET', '/app-config.json')).body).toMatchObject({ setupNeeded: false })
    await other.close()
    await own.close()
    await fresh.close()
  })
})
