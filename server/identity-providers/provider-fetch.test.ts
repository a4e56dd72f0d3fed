import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isAllowedAddress } from './allowed-addresses.ts'
import { createDiscovered, type ProviderFault } from './discovered.ts'
import { createProviderFetch } from './provider-fetch.ts'

let hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  if (request.url?.startsWith('/elsewhere')) response.writeHead(302, { location: `${url()}/trap` }).end()
  else if (request.url?.startsWith('/large')) response.end('x'.repeat(1_100_000))
  else response.setHeader('content-type', 'application/json').end('{"issuer":"https://other.example"}')
})
const port = () => (server.address() as AddressInfo).port
const url = () => `http://127.0.0.1:${port()}`
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
beforeEach(() => {
  hits = []
})

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
const outside = createProviderFetch({ loopback: false })
const inside = createProviderFetch({ loopback: true })

describe('an identity provider', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'http://example.org/',
    'file:///etc/passwd',
  ])('is not fetched from %s [ACC-12] [T33]', async (address) => {
    await expect(outside(address.replace('PORT', String(port())), get)).rejects.toThrow(/not (on the internet|allowed)/)
    expect(hits).toEqual([])
  })

  it('on this machine is fetched only by a portal on this machine; redirects are not followed [ACC-12] [T33]', async () => {
    expect((await inside(`${url()}/elsewhere`, get)).status).toBe(302)
    expect(hits).toEqual(['/elsewhere'])
    await expect(inside('https://10.0.0.1/', get)).rejects.toThrow('not on the internet')
  })

  it('that sends too much is cut [ACC-12]', async () => {
    await expect(inside(`${url()}/large`, get)).rejects.toThrow('too much')
  })

  it('with another issuer than its address is none; one that does not answer is unreachable [ACC-12]', async () => {
    const discovered = createDiscovered({ portal: 'http://localhost', admin: 'http://admin.localhost' })
    const of = (issuer: string) => discovered.of({ issuer, clientId: 'portal', clientSecret: null })
    await expect(of(url())).rejects.toMatchObject({ code: 'provider-invalid' } satisfies Partial<ProviderFault>)
    await expect(of('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'provider-unreachable' })
  })
})

it.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:800::200e', true],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['name.example', false],
])('%s is on the internet: %s [ACC-12] [T33]', (address, allowed) => {
  expect(isAllowedAddress(address, false)).toBe(allowed)
})
