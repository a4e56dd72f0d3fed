import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SendFailure } from './port.ts'
import { createSmsGateway } from './sms-gateway.ts'

let server: Server
let url: string
let status = 200
const heard: { authorization: string | undefined; body: unknown }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({
        authorization: request.headers.authorization,
        body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      })
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
})
afterAll(() => server.close())

const sms = { id: 'message-7', to: '+4915123456789', text: 'Ihr Platz ist jetzt Box 9.' }
const outcome = async (to = url) =>
  createSmsGateway({ url: to, token: 'secret' })
    .send(sms, new AbortController().signal)
    .then(
      () => 'sent',
      (error: unknown) => (error instanceof SendFailure ? error.kind : 'other'),
    )

describe('an SMS gateway [NOTE-2]', () => {
  it('receives number, text and a stable id, with the token', async () => {
    expect(await outcome()).toBe('sent')
    expect(heard.at(-1)).toEqual({ authorization: 'Bearer secret', body: sms })
  })

  it.each([
    [202, 'sent'],
    [400, 'refused'],
    [422, 'refused'],
    [429, 'later'],
    [401, 'away'],
    [404, 'away'],
    [302, 'away'],
    [503, 'away'],
  ])('that answers %i: %s', async (code, kind) => {
    status = code
    expect(await outcome()).toBe(kind)
  })

  it('counts as unavailable when unreachable', async () => {
    expect(await outcome('http://127.0.0.1:1/')).toBe('away')
  })
})
