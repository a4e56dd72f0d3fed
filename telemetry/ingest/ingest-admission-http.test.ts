import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeSite, type TestSite } from '../commands/testing/site.ts'
import { gatewayRouter } from '../http.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { createStorer } from './ingest-storer.ts'
import { silentLog } from './testing/gateways.ts'

let db: TestDatabase
let site: TestSite
let ingest: Ingest
let server: Server
let url: string
const refused = vi.fn()
let shown = Number.NaN
beforeAll(async () => {
  db = await createTestDatabase()
  site = await makeSite(db.knex)
  const none = { inc: () => undefined, set: () => undefined, observe: () => undefined }
  const metrics = {
    messages: none,
    ingestQueue: none,
    ingestSeconds: none,
    ingestBytes: { set: (bytes: number) => void (shown = bytes) },
    ingestRefused: { inc: ({ reason }: { reason: string }) => void refused(reason) },
  }
  ingest = createIngest(createStorer({ knex: db.knex, log: silentLog }), {
    metrics,
    limits: { minBytes: 20_000, maxBytes: 20_000, slowMs: 60_000 },
  })
  server = createServer(express().use('/gateway/v1', gatewayRouter({ knex: db.knex, ingest, log: silentLog })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway/v1/messages`
})
afterAll(async () => {
  await ingest.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
})

let sent = 0
const body = () =>
  JSON.stringify({
    messages: [
      { id: `i-${(sent += 1)}`, at: new Date().toISOString(), device: 'A0-1', kind: 'status', status: 'free' },
    ],
  })
const post = (text: string, token: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: text,
  })

/** A body that is announced, and never sent. */
function announce(bytes: number) {
  const call = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json', 'content-length': bytes },
  })
  call.on('error', () => undefined)
  call.flushHeaders()
  return call
}

describe('when ingest is full', () => {
  it('refuses bodies unread, whoever sends them, with a time to retry, and accepts them when there is room [GW-1]', async () => {
    const open = announce(19_990)
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(19_990))
    const asked = vi.fn()
    db.knex.on('query', asked)
    for (const [text, token, status, error] of [
      [body(), site.token, 503, 'busy'],
      ['{"messages":[}', 'nobody', 503, 'busy'],
      ['', site.token, 429, 'too-fast'],
    ] as const) {
      const answer = await post(text.padEnd(status === 429 ? 6 : 100), token)
      expect([answer.status, await answer.json()]).toMatchObject([status, { error }])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect(asked).not.toHaveBeenCalled()
    db.knex.off('query', asked)
    expect(refused.mock.calls.flat()).toEqual(['full', 'full', 'share'])
    expect(ingest.stats().intake.bytes).toBe(19_990)
    open.destroy()
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(0))
    expect((await post(body(), site.token)).status).toBe(200)
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(0))
  })

  it('identifies the sender by a digest of the token, or by the address if it is not a token', async () => {
    const senders: (string | number)[] = []
    const enter: Ingest['intake']['enter'] = (sender, bytes) => {
      senders.push(sender)
      return ingest.intake.enter(sender, bytes)
    }
    const router = gatewayRouter({
      knex: db.knex,
      ingest: { ...ingest, intake: { ...ingest.intake, enter } },
      log: silentLog,
    })
    const own = createServer(express().use('/gateway/v1', router)).listen(0, '127.0.0.1')
    await once(own, 'listening')
    const address = `http://127.0.0.1:${(own.address() as AddressInfo).port}/gateway/v1/messages`
    for (const token of [site.token, site.token, 'nobody', 'x'.repeat(5_000)]) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      await fetch(address, { method: 'POST', headers, body: body() })
    }
    own.close()
    expect(senders[0]).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(senders).toEqual([senders[0], senders[0], '127.0.0.1', '127.0.0.1'])
    expect(senders).not.toContain(site.token)
  })

  it('accepts a body over a slow connection: only our own time is limited [GW-1]', async () => {
    let end: () => void = () => undefined
    const stuck = new Promise<void>((resolve) => {
      end = resolve
    })
    const accept: Ingest['accept'] = async (gateway, said, hold) => {
      if (String(said).includes('stuck')) await stuck
      return ingest.accept(gateway, said, hold)
    }
    const router = gatewayRouter({ knex: db.knex, ingest: { ...ingest, accept }, log: silentLog, withinMs: 2_000 })
    const own = createServer(express().use('/gateway/v1', router)).listen(0, '127.0.0.1')
    await once(own, 'listening')
    const address = `http://127.0.0.1:${(own.address() as AddressInfo).port}/gateway/v1/messages`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${site.token}` }
    const text = body()
    const slow = request(address, { method: 'POST', headers: { ...headers, 'content-length': text.length } })
    slow.write(text.slice(0, 10))
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(text.length))
    // A client waiting for us gets a reply in time, which proves that the time has passed.
    const other = await fetch(address, { method: 'POST', headers, body: '{"messages":[],"stuck":true}' })
    expect([other.status, Number(other.headers.get('retry-after'))]).toEqual([503, 5])
    slow.end(text.slice(10))
    const [answer] = (await once(slow, 'response')) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(200)
    end()
    own.closeAllConnections()
    own.close()
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(0))
  })

  it('releases room whatever happens to a body', async () => {
    const bodies: [string, string, number][] = [
      ['{"messages":[}', site.token, 400],
      ['{}', site.token, 400],
      [body(), 'nobody', 401],
      [JSON.stringify({ messages: Array.from({ length: 1_001 }, () => 0) }), site.token, 413],
    ]
    for (const [text, token, status] of bodies) expect((await post(text, token)).status).toBe(status)
    await vi.waitFor(() => expect(ingest.stats().intake.bytes).toBe(0))
    expect(refused.mock.calls.flat()).toEqual(expect.arrayContaining(['malformed', 'too-large']))
    expect(shown).toBe(0)
  })
})
