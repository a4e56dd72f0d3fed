import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing/database.ts'
import { newSessionValue } from '../session/cookie.ts'
import { maskUrl } from './logging.ts'
import { builtScript, startApp } from './testing/app.ts'
import { sendRaw } from './testing/send-raw.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()

beforeEach(() => db.knex('rate_limits').delete())

const raw = (text: string) => sendRaw(app.port, text)
const json = { 'content-type': 'application/json' }
const login = (body: unknown, headers: Record<string, string> = json) =>
  app.ask('POST', '/users/login', { body, headers })

describe('the guard', () => {
  const logout = (headers: Record<string, string>) => app.ask('POST', '/users/logout', { headers })

  it('requires a client-id for changes [ASVS V3.5.1] [ASVS V3.5.2]', async () => {
    for (const id of ['', 'x'.repeat(129)])
      expect(await logout({ 'client-id': id })).toMatchObject({ status: 400, error: { code: 'client-id-missing' } })
    expect(await raw('POST /users/logout HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toContain(
      'client-id-missing',
    )
    expect((await logout({})).status).toBe(204)
  })

  it('refuses other origins; accepts its own and callers that are no browsers [ASVS V3.5.1]', async () => {
    const own = `http://127.0.0.1:${app.port}`
    expect((await logout({ origin: own, 'sec-fetch-site': 'same-origin' })).status).toBe(204)
    expect((await logout({ origin: own })).status).toBe(204)
    for (const origin of [
      'https://evil.example',
      'null',
      `https://127.0.0.1.evil.example:${app.port}`,
      `http://127.0.0.1:1`,
      'x',
    ])
      expect(await logout({ origin }), origin).toMatchObject({ status: 403, error: { code: 'not-authorized' } })
    for (const site of ['cross-site', 'same-site']) expect((await logout({ 'sec-fetch-site': site })).status).toBe(403)
  })

  it('exempts gateways, which have tokens', async () => {
    const answer = await app.ask('POST', '/gateway/v1/messages', {
      headers: { 'client-id': '', origin: 'https://evil.example' },
      body: {},
    })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: 'not-authorized' })
  })
})

describe('bad input', () => {
  it.each([
    ['nothing', '', 400],
    ['no JSON', '{"data"', 400],
    ['a lonely value', '"x"', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a number that is none', '{"data": NaN}', 400],
    ['deep nesting', '['.repeat(50_000) + ']'.repeat(50_000), 400],
    ['a prototype', '{"data":{"type":"users","attributes":{"login":"rm","password":"x","__proto__":{"a":1}}}}', 400],
    [
      'a constructor',
      '{"data":{"type":"users","attributes":{"login":"rm","password":"x","constructor":{"prototype":{}}}}}',
      400,
    ],
    ['NUL', '{"data":{"type":"users","attributes":{"login":"r\\u0000m","password":"x"}}}', 400],
    ['half a character', '{"data":{"type":"users","attributes":{"login":"r\\ud800m","password":"x"}}}', 400],
    ['wrong types', '{"data":{"type":"users","attributes":{"login":7,"password":{"$ne":1}}}}', 400],
    ['another resource', '{"data":{"type":"tenants","attributes":{"login":"rm","password":"x"}}}', 400],
    ['too much', JSON.stringify({ data: 'x'.repeat(110_000) }), 413],
  ])('%s is refused', async (_, ...[body, status]) => {
    const answer = await login(body)
    expect(answer).toMatchObject({ status, error: { code: status === 413 ? 'body-too-large' : 'bad-input' } })
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('415 for another media type or encoding, 413 for a compression bomb', async () => {
    const good = JSON.stringify({ data: { type: 'users', attributes: { login: 'rm', password: world.password } } })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'application/json; charset=latin1',
      'multipart/form-data; boundary=x',
      '',
    ])
      expect((await login(good, { 'content-type': type })).status, type).toBe(415)
    expect((await login(good, { ...json, 'content-encoding': 'zstd' })).status).toBe(415)
    expect((await login(Buffer.from('no gzip'), { ...json, 'content-encoding': 'gzip' })).status).toBe(400)
    const bomb = gzipSync(JSON.stringify({ data: 'x'.repeat(50_000_000) }))
    expect((await login(bomb, { ...json, 'content-encoding': 'gzip' })).status).toBe(413)
    expect((await login(gzipSync(good), { ...json, 'content-encoding': 'gzip' })).status).toBe(200)
    expect((await login(good, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })

  it('odd addresses cause no failures', async () => {
    const cookie = await app.login('rm', world.password)
    for (const path of [
      '/sites/%',
      '/sites/%E0%A4%A',
      '/sites/%00',
      '/sites?query=%00',
      '/sites?query=%E0%A4%A',
      '//',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/..%2f..%2fpackage.json',
      '/%ff',
      `/sites?query=${'a'.repeat(7_000)}`,
      '/.env',
      '/sites/__proto__',
      '/sites?__proto__=1&constructor=2',
      '/sites?query[$ne]=1',
    ]) {
      const answer = await app.ask('GET', path, { cookie })
      expect(answer.status, path).toBeGreaterThanOrEqual(200)
      expect(answer.status, path).toBeLessThan(500)
      if (path.includes('etc') || path.includes('package') || path.includes('.env'))
        expect([400, 404]).toContain(answer.status)
    }
  })

  it('random input to open calls is refused, never a failure [API-1]', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ data: fc.record({ type: fc.constantFrom('users', 'x'), attributes: fc.object() }) }),
    )
    const target = fc.constantFrom(
      ['POST', '/users/login'],
      ['POST', '/setup'],
      ['POST', '/tenants/getTenantIdFromPrefix/'],
      ['PUT', '/users/setLanguage'],
      ['PATCH', '/devices/1'],
    )
    await fc.assert(
      fc.asyncProperty(target, value, async ([method, path], body) => {
        const answer = await app.ask(method ?? '', path ?? '', { headers: json, body: JSON.stringify(body) ?? '' })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })
})

describe('languages of errors', () => {
  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['it', 'it'],
    ['es, de;q=0.5', 'de'],
    ['en;q=0.1, de;q=0', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [';;q=x,,', 'en'],
  ])('Accept-Language %j → %s [I18N-1]', async (header, language) => {
    const answer = await app.ask('GET', '/sites', { headers: { 'accept-language': header } })
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toContain('Accept-Language')
  })
})

describe('the built client', () => {
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const open = (path: string, method = 'GET') =>
    raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${page.accept}\r\nConnection: close\r\n\r\n`)

  it('is one page for every path that a person opens, revalidated each time', async () => {
    for (const path of ['/', '/users/login', '/sites', '/sites/7', '/smart-remote', '/no/such/page']) {
      const answer = await open(path)
      expect(answer, path).toMatch(/^HTTP\/1\.1 200/)
      expect(answer).toContain('<title>Holdfast</title>')
      expect(answer).toMatch(/cache-control: no-cache\r\n/i)
      expect(answer).toMatch(/vary: [^\r]*Accept/i)
    }
    expect(await open('/sites', 'HEAD')).toMatch(/^HTTP\/1\.1 200/)
  })

  it('caches hashed files for ever, compressed, and returns 404 for missing ones', async () => {
    const file = await app.ask('GET', '/assets/a-1b2c.js')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('content-encoding')).toMatch(/gzip|br|deflate/)
    expect((await app.ask('GET', '/sw.js')).headers.get('cache-control')).toBe('no-cache')
    expect(await open('/assets/none-1.js')).toMatch(/^HTTP\/1\.1 404/)
    expect(await open('/gateway/v1/none')).toMatch(/^HTTP\/1\.1 404/)
    expect(await open('/', 'POST')).toMatch(/^HTTP\/1\.1 400/)
  })

  it('sends the build’s compressed files unchanged to clients that accept them', async () => {
    const sent = async (accepted: string) => {
      const { status, headers, text } = await app.ask('GET', '/assets/b-3c4d.js', {
        headers: { 'accept-encoding': accepted },
      })
      expect([status, text, headers.get('vary')]).toEqual([200, builtScript, expect.stringMatching(/accept-encoding/i)])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toMatch(/^text\/javascript/)
      return [headers.get('content-encoding'), Number(headers.get('content-length'))]
    }
    expect(await sent('gzip, deflate, br, zstd')).toEqual(['br', brotliCompressSync(builtScript).length])
    expect(await sent('gzip')).toEqual(['gzip', gzipSync(builtScript).length])
    expect(await sent('identity')).toEqual([null, builtScript.length])
  })

  it('refuses invalid requests for a compressed file in plain words', async () => {
    const encoded = { 'accept-encoding': 'br' }
    for (const [method, path, headers, status] of [
      ['POST', '/assets/b-3c4d.js', {}, 404],
      ['GET', '/assets/b-3c4d.js', { range: 'bytes=999999-' }, 400],
      ['GET', '/assets/b-3c4d.js', { 'if-match': '"x"' }, 400],
      ['GET', '/assets/%zz', {}, 404],
    ] as const) {
      const answer = await app.ask(method, path, { headers: { ...encoded, ...headers } })
      const type = expect.stringContaining('application/vnd.api+json')
      expect([answer.status, answer.headers.get('content-type')], `${method} ${path}`).toEqual([status, type])
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
    }
  })

  it('gives programs the call, not the page', async () => {
    expect((await app.ask('GET', '/sites', { headers: { accept: 'text/html' } })).status).toBe(401)
    expect(await raw('GET /sites HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 401/)
  })
})

describe('health and metrics', () => {
  it('report that the process lives and is ready, or what is missing [OPS-4]', async () => {
    expect(await app.ask('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await app.ask('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const half = await startApp(db.knex, () => ({ unready: () => ['relay'] }))
    expect(await half.ask('GET', '/health/ready')).toMatchObject({ status: 503, body: { missing: ['relay'] } })
    await half.close()
    const empty = await createTestDatabase({ empty: true })
    const unmigrated = await startApp(empty.knex)
    expect(await unmigrated.ask('GET', '/health/ready')).toMatchObject({
      status: 503,
      body: { missing: ['migrations'] },
    })
    await unmigrated.close()
    await empty.close()
  })

  it('count calls by status [OPS-4]', async () => {
    const fresh = await startApp(db.knex)
    for (const path of ['/sites', '/no/such/call', '/availability', '/availability']) await fresh.ask('GET', path)
    const { text } = await fresh.ask('GET', '/metrics')
    const counted = [...text.matchAll(/^holdfast_call_seconds_count\{status="(\d+)"\} (\d+)$/gm)]
    expect(counted.map(([, ...of]) => of.join(': ')).sort()).toEqual(['200: 2', '401: 1', '404: 1', '500: 0', '503: 0'])
    await fresh.close()
  })

  it('give metrics to this machine or for the token, to nobody else [OPS-4]', async () => {
    const plain = await app.ask('GET', '/metrics')
    expect(plain.text).toContain('holdfast_commands_total')
    const proxied = await startApp(db.knex, ({ config }) => ({ config: { ...config, trustProxy: 1 } }))
    const far = { 'x-real-ip': '198.51.100.1' }
    for (const headers of [far, {}]) expect((await proxied.ask('GET', '/metrics', { headers })).status).toBe(404)
    await proxied.close()
    const guarded = await startApp(db.knex, (context) => ({
      config: { ...context.config, metricsToken: 'a-long-metrics-token' },
    }))
    const scrape = (token: string) =>
      guarded.ask('GET', '/metrics', { headers: { ...far, authorization: `Bearer ${token}` } })
    expect((await guarded.ask('GET', '/metrics')).status).toBe(404)
    expect((await scrape('wrong')).status).toBe(404)
    expect((await scrape('a-long-metrics-token')).status).toBe(200)
    await guarded.close()
  })
})

describe('without the database', () => {
  it('calls return 503; pages and app-config still work [OPS-4] [ASVS V16.5.2] [ASVS V16.5.3]', async () => {
    const nowhere = connect('postgres://nobody@127.0.0.1:1/none', { max: 2 })
    const blind = await startApp(nowhere)
    const cookie = `sid=${newSessionValue('portal').value}`
    const answers = await Promise.all([
      blind.ask('GET', '/sites', { cookie }),
      blind.ask('GET', '/sites/1/devices', { cookie }),
      blind.ask('PUT', '/users/setLanguage', { cookie, body: { language: 'DE' } }),
      blind.ask('POST', '/users/logout', { cookie }),
      blind.ask('POST', '/users/login', {
        body: { data: { type: 'users', attributes: { login: 'rm', password: 'x' } } },
      }),
      blind.ask('POST', '/tenants/getTenantIdFromPrefix', { body: { tenant_prefix: 'own' } }),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, error: { code: 'database-unavailable' } })
      expect(answer.headers.get('retry-after')).not.toBeNull()
    }
    expect((await blind.ask('GET', '/app-config.json')).status).toBe(200)
    expect((await blind.ask('GET', '/health/live')).status).toBe(200)
    expect(await blind.ask('GET', '/health/ready')).toMatchObject({ status: 503, body: { missing: ['database'] } })
    await blind.close()
    await nowhere.destroy()
  })
})

describe('the log', () => {
  it('has a line for each request and no secrets [OPS-4] [ASVS V16.2.5]', async () => {
    const cookie = await app.login('rm', world.password)
    const token = 'T0k_en-'.repeat(6)
    const headers = { authorization: 'Bearer very-secret-bearer' }
    await app.ask('GET', '/users/me/products', { cookie, headers })
    await app.ask('GET', `/users/getUserEmailFromInvitationToken/${token}`)
    await app.ask('GET', '/reservation-summaries/short')
    await app.ask('GET', `/users/getUserEmailWithRegisterToken?token=${token}`)
    await app.ask('GET', '/users/filter_ajax?search=jane@private.example')
    await login({ data: { type: 'users', attributes: { login: 'rm', password: 'hunter2-Hunter2' } } })
    const log = app.log()
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { req?: { url?: string; id?: string }; res?: { status?: number } })
    expect(lines.find((line) => line.req?.url === '/users/me/products')).toMatchObject({
      res: { status: 200 },
      req: { id: expect.any(String) as string },
    })
    expect(log).toContain('/users/getUserEmailFromInvitationToken/[redacted]')
    expect(log).toContain('/reservation-summaries/[redacted]')
    for (const secret of [
      cookie.split('=')[1],
      token,
      'very-secret-bearer',
      'hunter2',
      'jane@private',
      world.password,
      'short"',
    ])
      expect(log).not.toContain(secret)
  })

  it.each([
    ['/sites/7?page=2&filter[state]=RESERVED&query=jane', '/sites/7?page=2&filter[state]=RESERVED&query=[redacted]'],
    ['/users/register_link/abc', '/users/register_link/[redacted]'],
    ['/eticket/abc', '/eticket/[redacted]'],
    ['/app-config.json?page=/eticket/abc', '/app-config.json?page=[redacted]'],
    ['/reservations/remote/abc/view', '/reservations/remote/[redacted]/view'],
    [`/devices/${'aB3_'.repeat(11)}`, '/devices/[redacted]'],
    ['/commands/0191c8f2-7f3a-7000-8000-000000000000', '/commands/0191c8f2-7f3a-7000-8000-000000000000'],
    ['/users/getAccountBalanceForCurrentUser', '/users/getAccountBalanceForCurrentUser'],
  ])('masks %s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked)
  })
})
