import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing/database.ts'
import { startPortal, type TestPortal } from './commands/testing/portal.ts'
import { makeSite, type TestSite } from './commands/testing/site.ts'

let database: TestDatabase
let portal: TestPortal
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startPortal(database.knex)
  site = await makeSite(database.knex)
})
afterAll(async () => {
  await portal.stop()
  await database.close()
})

interface Sent {
  status: number
  body: unknown
  headers: Headers
}
async function post(body: BodyInit | null, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(`${portal.url}/gateway/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${site.token}`, ...headers },
    body,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
let count = 0
const messages = (number: number, rest: object = {}) => ({
  messages: Array.from({ length: number }, () => ({
    id: `h-${(count += 1)}`,
    at: new Date().toISOString(),
    device: 'A0-1',
    kind: 'status',
    status: 'free',
    ...rest,
  })),
})
const stored = async () => (await database.knex('gateway_receipts').where({ gateway_id: site.gatewayId })).length

describe('POST /gateway/v1/messages', () => {
  it('stores a batch and replies after the commit; the same batch again is a duplicate [GW-1]', async () => {
    const body = JSON.stringify(messages(3))
    expect(await post(body)).toMatchObject({ status: 200, body: { stored: 3, duplicate: 0, refused: [] } })
    expect(await post(body)).toMatchObject({ status: 200, body: { stored: 0, duplicate: 3, refused: [] } })
    expect(await stored()).toBe(3)
  })

  it('accepts gzip, and a body without a content type as JSON [GW-1]', async () => {
    const packed = gzipSync(JSON.stringify(messages(1_000)))
    expect(await post(packed, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200, body: { stored: 1_000 } })
    const plain = await fetch(`${portal.url}/gateway/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}` },
      body: new Blob([JSON.stringify(messages(1))]),
    })
    expect(plain.status).toBe(200)
  })

  it.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an unknown one', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a malformed one', { authorization: "Bearer ' OR 1=1 --" }],
    ['an endless one', { authorization: `Bearer ${'A'.repeat(5_000)}` }],
  ])('is refused with 401 and the token %s [GW-1]', async (_, headers) => {
    const before = await stored()
    const sent = await post(JSON.stringify(messages(1)), { authorization: '', ...headers })
    expect(sent).toMatchObject({ status: 401, body: { error: 'not-authorized' } })
    expect(sent.headers.get('www-authenticate')).toBe('Bearer')
    expect(await stored()).toBe(before)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"messages":[}'],
    ['a list', '[]'],
    ['a word', '"messages"'],
    ['no messages', '{}'],
    ['messages that are no list', '{"messages":{"length":2}}'],
    ['deep nesting', '['.repeat(100_000)],
  ])('%s as a body is 400, in words and without a stack [GW-1]', async (_, body) => {
    const sent = await post(body)
    expect(sent).toMatchObject({ status: 400, body: { error: 'bad-body', detail: expect.any(String) as string } })
    expect(JSON.stringify(sent.body)).not.toMatch(/node_modules|at .*:\d+/)
  })

  it('too many or too large is 413, even if small when compressed [GW-1]', async () => {
    expect((await post(JSON.stringify(messages(1_001)))).status).toBe(413)
    const large = JSON.stringify(messages(1, { value: 'x'.repeat(1_100_000) }))
    expect((await post(large)).status).toBe(413)
    expect((await post(gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413)
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  it('other content types and encodings are 415, broken gzip is 400', async () => {
    expect((await post('messages=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await post('{}', { 'content-encoding': 'zstd' })).status).toBe(415)
    expect((await post('{}', { 'content-type': 'application/json; charset=nonsense' })).status).toBe(415)
    expect((await post('no gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  it('limits a gateway to sixteen concurrent batches: 429 with Retry-After', async () => {
    // As long as nothing can be stored, admitted bodies stay.
    const held = await database.knex.transaction()
    await held.raw('lock table gateway_receipts in share mode')
    const refused: Sent[] = []
    const sent = Array.from({ length: 60 }, async () => {
      const answer = await post(JSON.stringify(messages(200)))
      if (answer.status === 429) refused.push(answer)
      return answer.status
    })
    try {
      await expect.poll(() => refused.length).toBe(60 - 16)
    } finally {
      await held.rollback()
    }
    expect((await Promise.all(sent)).filter((status) => status === 200)).toHaveLength(16)
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({ error: 'too-fast' })
    }
    expect(await post(JSON.stringify(messages(1)))).toMatchObject({ status: 200 })
  })

  it('rejects other methods', async () => {
    const response = await fetch(`${portal.url}/gateway/v1/messages`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('without the database', () => {
  it('is 503 with Retry-After, over HTTP and over the link, and nothing crashes [GW-1]', async () => {
    const lost = await createTestDatabase()
    const other = await startPortal(lost.knex)
    await lost.close()
    const response = await fetch(`${other.url}/gateway/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.token}` },
      body: JSON.stringify(messages(1)),
    })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await other.stop()
  })
})
