import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from './download.ts'
import { clientId } from './http.ts'

let server: Server
let url = ''
let answer: (response: ServerResponse, headers: Record<string, unknown>) => void
beforeAll(async () => {
  server = createServer((request, response) => answer(response, request.headers))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const load = (options: Partial<Parameters<typeof download>[1]> = {}) =>
  download(url, { accept: 'text/csv', signal: new AbortController().signal, onProgress: () => {}, ...options })

describe('a download', () => {
  it('arrives completely and reports its progress, requested as this client [RES-10]', async () => {
    answer = (response, headers) => {
      expect(headers).toMatchObject({ accept: 'text/csv', 'client-id': clientId })
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
      response.write('a;b\n', () => response.end('1;ü\n'))
    }
    const seen: number[] = []
    const got = await load({ onProgress: (bytes) => seen.push(bytes) })
    expect(got.ok && (await got.blob.text())).toBe('a;b\n1;ü\n')
    expect(seen.at(-1)).toBe(9)
  })

  it('returns the reason when refused [RES-10]', async () => {
    answer = (response) => {
      response.writeHead(403, { 'content-type': 'application/vnd.api+json' })
      response.end(JSON.stringify({ errors: [{ status: '403', code: 'not-authorized', title: 'No' }] }))
    }
    expect(await load()).toMatchObject({ ok: false, stopped: false, refusal: { code: 'not-authorized' } })
  })

  it('is no file if it breaks off or falls silent [RES-10]', async () => {
    const begin = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
      response.write('half')
    }
    answer = (response) => {
      begin(response)
      setImmediate(() => response.destroy())
    }
    expect(await load()).toMatchObject({ ok: false, refusal: { code: 'no-answer' } })
    answer = begin
    expect(await load({ silenceMs: 50 })).toMatchObject({ ok: false, stopped: false, refusal: { code: 'no-answer' } })
  })

  it('stops on request', async () => {
    const stop = new AbortController()
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
      response.write('half')
    }
    expect(await load({ signal: stop.signal, onProgress: () => stop.abort() })).toMatchObject({
      ok: false,
      stopped: true,
    })
  })
})
