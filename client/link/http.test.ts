import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { clientId, http, mayPass, sessionExpiredWith } from './http.ts'

const answers: { status: number; body: string }[] = []
let heard: { headers: IncomingHttpHeaders; body: string } | undefined
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    heard = { headers: request.headers, body }
    const answer = answers.shift()
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/vnd.api+json' }).end(answer.body)
  })
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const anything = { answer: z.unknown() }
const refuses = (status: number, ...errors: object[]) =>
  answers.push({ status, body: JSON.stringify({ jsonapi: { version: '1.1' }, errors }) })

describe('an HTTP call', () => {
  it.each([
    [0, 'no-answer', true],
    [200, 'unknown-failure', true], // the page of a network that one has to log in to
    [400, 'bad-input', false],
    [403, 'not-authorized', false],
    [404, 'eticket-invalid', false],
    [408, 'unknown-failure', true],
    [410, 'eticket-expired', false],
    [429, 'too-many-requests', true],
    [500, 'unknown-failure', true],
    [503, 'server-busy', true],
  ])('that failed with %i (%s) may do so only for a while: %s', (status, code, passes) => {
    const error = { status, code, title: code, detail: '' }
    expect(mayPass({ ok: false, error, refusal: { code } })).toBe(passes)
  })

  it('identifies this client and its language, and parses the promised shape', async () => {
    i18n.language = 'fr'
    answers.push({ status: 200, body: '{"data":{"id":"7"}}' })
    const shape = z.object({ data: z.object({ id: z.string() }) })
    expect(await http('POST', `${base}/things`, { body: { a: 1 }, answer: shape })).toEqual({
      ok: true,
      status: 200,
      body: { data: { id: '7' } },
    })
    expect(heard?.headers).toMatchObject({
      'client-id': clientId,
      'accept-language': 'fr',
      'content-type': 'application/vnd.api+json',
    })
    expect(heard?.body).toBe('{"a":1}')
    answers.push({ status: 200, body: '{"data":null}' })
    expect(await http('GET', `${base}/things`, { answer: shape })).toMatchObject({
      refusal: { code: 'unknown-failure' },
    })
  })

  it('turns the first JSON:API error into title, status, detail and code, and into a refusal with its figures [ACC-2]', async () => {
    refuses(429, {
      status: '429',
      code: 'login-blocked',
      title: 'Login blocked',
      detail: 'Wait 42 s.',
      meta: { params: { seconds: 42 } },
    })
    expect(await http('POST', `${base}/users/login`, anything)).toEqual({
      ok: false,
      error: { status: 429, code: 'login-blocked', title: 'Login blocked', detail: 'Wait 42 s.' },
      refusal: { code: 'login-blocked', params: { seconds: 42 } },
    })
  })

  it('collects the fields of all errors', async () => {
    const wrong = (pointer: string, issue: string) => ({ code: 'bad-input', source: { pointer }, meta: { issue } })
    refuses(400, wrong('/data/attributes/email', 'invalid_format'), wrong('/data/attributes/name', 'too_small'))
    expect(await http('POST', `${base}/things`, anything)).toMatchObject({
      refusal: {
        code: 'bad-input',
        fields: [
          { path: 'data.attributes.email', issue: 'invalid_format' },
          { path: 'data.attributes.name', issue: 'too_small' },
        ],
      },
    })
  })

  it('ends the session at 401, unless only the password was wrong [ACC-6]', async () => {
    const expired = vi.fn()
    sessionExpiredWith(expired)
    refuses(401, { code: 'invalid-credentials' })
    await http('POST', `${base}/users/login`, anything)
    refuses(401, { code: 'session-expired' })
    await http('GET', `${base}/users/me/products`, anything)
    expect(expired).toHaveBeenCalledTimes(1)
  })

  it('turns a missing or unreadable response into a refusal too', async () => {
    expect(await http('GET', `${base}/silent`, { ...anything, timeoutMs: 50 })).toMatchObject({
      error: { status: 0 },
      refusal: { code: 'no-answer' },
    })
    answers.push({ status: 502, body: '<html>Bad gateway</html>' })
    expect(await http('GET', `${base}/things`, anything)).toMatchObject({
      error: { status: 502 },
      refusal: { code: 'unknown-failure' },
    })
  })
})
