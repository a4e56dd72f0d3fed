import { describe, expect, it } from 'vitest'
import { startApp } from './testing/app.ts'
import { sendRaw } from './testing/send-raw.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()

describe('security headers', () => {
  it('are on pages, calls, files and errors; no HSTS and no upgrade over http [ASVS V3.4.3] [ASVS V3.4.4] [ASVS V3.4.5] [ASVS V3.4.6] [ASVS V3.4.8]', async () => {
    for (const path of ['/', '/app-config.json', '/assets/a-1b2c.js', '/sites', '/nothing']) {
      const { headers } = await app.ask('GET', path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${app.port} wss://127.0.0.1:${app.port}`)
      expect(policy).not.toMatch(/script-src[^;]*unsafe|upgrade-insecure/)
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('over https also demand it of the browser, for sockets too [ASVS V3.4.1] [ASVS V4.4.1]', async () => {
    const proxied = await startApp(db.knex, ({ config }) => ({ config: { ...config, trustProxy: 1 } }))
    const { headers } = await proxied.ask('GET', '/', { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    await proxied.close()
  })

  it('let no other origin read a reply [ASVS V3.4.2]', async () => {
    const cookie = await app.login('rm', world.password)
    for (const [method, path] of [
      ['GET', '/users/me/products'],
      ['OPTIONS', '/users/logout'],
      ['GET', '/app-config.json'],
    ] as const) {
      const { headers } = await app.ask(method, path, { cookie, headers: { origin: 'https://evil.example' } })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('ignore malformed Host headers', async () => {
    const answer = await sendRaw(app.port, `GET / HTTP/1.1\r\nHost: a;script-src *\r\nConnection: close\r\n\r\n`)
    expect(answer).toContain("script-src 'self'")
    expect(answer).not.toContain('script-src *')
  })
})
