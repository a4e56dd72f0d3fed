import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer as readAll } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GatewayMessage } from '../../contract/gateway.ts'
import { createBuffer } from './buffer.ts'
import { seededRandom } from './random.ts'
import { createUpload, type Sent, sendByHttp } from './upload.ts'

type Handle = (messages: GatewayMessage[], response: ServerResponse, request: IncomingMessage) => void
const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

/** A real HTTP server that stores what the test accepts. */
async function endpoint(handle: Handle) {
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
      handle((JSON.parse(text) as { messages: GatewayMessage[] }).messages, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stopping = new AbortController()
  closers.push(() => {
    stopping.abort()
    server.closeAllConnections()
    server.close()
  })
  return sendByHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token', stopping.signal)
}

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function reading(i: number) {
  return { kind: 'reading', device: 'A', at: new Date(i * 1_000).toISOString(), temperature: i } as const
}

describe('upload of messages [GW-1]', () => {
  it('loses nothing against an endpoint that drops requests and replies and is busy', async () => {
    const random = seededRandom(11)
    const stored = new Map<string, GatewayMessage>()
    let dropped = 0
    const send = await endpoint((messages, response, request) => {
      expect(request.headers.authorization).toBe('Bearer token')
      const luck = random()
      if (luck < 0.15) {
        dropped++
        return void request.socket.destroy()
      }
      if (luck < 0.25) return answer(response, 503, { error: 'busy' }, { 'retry-after': '0.05' })
      const fresh = messages.filter(({ id }) => !stored.has(id))
      for (const message of fresh) stored.set(message.id, message)
      if (luck < 0.4) {
        dropped++
        return void request.socket.destroy()
      }
      answer(response, 200, { stored: fresh.length, duplicate: messages.length - fresh.length, refused: [] })
    })
    const buffer = createBuffer()
    const upload = createUpload({ buffer, send, random, batchSize: 20 })
    for (let i = 0; i < 400; i++) buffer.add(reading(i))
    upload.soon(0)
    // The pauses between tries are not under test here.
    await vi.waitFor(
      () => {
        upload.wake()
        expect(buffer.size()).toBe(0)
      },
      { interval: 20 },
    )
    upload.stop()
    expect(dropped).toBeGreaterThan(2)
    expect([...stored.values()].map((message) => message.kind === 'reading' && message.temperature)).toEqual(
      expect.arrayContaining(Array.from({ length: 400 }, (_, i) => i)),
    )
    expect(stored.size).toBe(400)
    expect(upload.counts.duplicate).toBeGreaterThan(0)
  })

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    let calls = 0
    const send = await endpoint((_messages, response) => {
      calls++
      if (calls === 1) return answer(response, 429, {}, { 'retry-after': '7' })
      if (calls === 2) return answer(response, 503, {}, { 'retry-after': new Date(Date.now() + 30_000).toUTCString() })
      answer(response, 500, {})
    })
    const message = { ...reading(1), id: 'a' }
    expect(await send([message])).toMatchObject({ as: 'later', afterMs: 7_000 })
    const dated = await send([message])
    expect(dated.as === 'later' && dated.afterMs).toBeGreaterThan(25_000)
    expect(await send([message])).toEqual({ as: 'later', detail: 'HTTP 500 {}' })
  })

  it('does not retry before that time', async () => {
    const buffer = createBuffer()
    buffer.add(reading(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let calls = 0
    const answers: Sent[] = [
      { as: 'later', detail: 'busy', afterMs: 700 },
      { as: 'stored', reply: { stored: 1, duplicate: 0, refused: [] } },
    ]
    const upload = createUpload({
      buffer,
      random: () => 0,
      send: async () => answers[calls++] ?? { as: 'unauthorised' },
    })
    upload.soon(0)
    await vi.advanceTimersByTimeAsync(699)
    expect([calls, buffer.size()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([calls, buffer.size()]).toEqual([2, 0])
    upload.stop()
  })

  it('halves a batch that is too large and gives up only the unreadable message', async () => {
    const stored: string[] = []
    const send = await endpoint((messages, response) => {
      if (messages.length > 8) return answer(response, 413, {})
      if (messages.some((message) => message.kind === 'reading' && message.temperature === 13))
        return answer(response, 400, {})
      stored.push(...messages.map(({ id }) => id))
      answer(response, 200, { stored: messages.length, duplicate: 0, refused: [] })
    })
    const buffer = createBuffer()
    for (let i = 0; i < 40; i++) buffer.add(reading(i))
    const upload = createUpload({ buffer, send, random: () => 0, batchSize: 40 })
    upload.soon(0)
    await vi.waitFor(() => expect(buffer.size()).toBe(0), { interval: 10 })
    expect(stored).toHaveLength(39)
    expect(upload.counts.given).toBe(1)
    upload.stop()
  })

  it('does not repeat permanent refusals, and compresses large bodies', async () => {
    let encoding: string | undefined
    const send = await endpoint((messages, response, request) => {
      encoding = request.headers['content-encoding']
      const [first] = messages
      answer(response, 200, {
        stored: messages.length - 1,
        duplicate: 0,
        refused: [{ id: first?.id, code: 'too-old', detail: '' }],
      })
    })
    const buffer = createBuffer()
    for (let i = 0; i < 200; i++) buffer.add(reading(i))
    const upload = createUpload({ buffer, send, random: () => 0 })
    upload.soon(0)
    await vi.waitFor(() => expect(buffer.size()).toBe(0), { interval: 10 })
    expect(upload.counts).toMatchObject({ stored: 199, refused: 1, retries: 0 })
    expect(encoding).toBe('gzip')
    upload.stop()
  })
})
