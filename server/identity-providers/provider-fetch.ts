import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '../../contract/identity-providers.ts'
import { isAllowedAddress } from './allowed-addresses.ts'

const timeoutMs = 5_000
const maxBytes = 1_000_000

/**
 * Returns a fetch for identity providers. A company's settings choose the address, so it must be https on the internet:
 * the address that a name stands for is checked when the connection is opened, redirects are not followed, and what
 * takes too long or is too large is cut. With `loopback` this machine is allowed too, also by http.
 */
export function createProviderFetch({ loopback }: { loopback: boolean }): CustomFetch {
  return (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const plain = url.protocol === 'http:' && loopback && isLoopback(url.hostname)
    if (!plain && url.protocol !== 'https:') return Promise.reject(new Error(`${url.protocol} is not allowed`))
    if (isIP(host) && !isAllowedAddress(host, loopback)) return Promise.reject(notAllowed(host))
    const limit = AbortSignal.timeout(timeoutMs)
    const options = {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      agent: false as const,
      lookup: guardedLookup(loopback),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }
    return new Promise((resolve, reject) => {
      const request = (plain ? requestHttp : requestHttps)(url, options, (response) => {
        collect(response).then(resolve, reject)
      })
      request.once('error', reject)
      request.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined))
    })
  }
}

const notAllowed = (host: string) => new Error(`${host} is not on the internet`)

function guardedLookup(loopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? notAllowed(hostname), '')
      if (!addresses.every(({ address }) => isAllowedAddress(address, loopback)))
        return callback(notAllowed(hostname), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function collect(response: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error('the identity provider sends too much')
    parts.push(part)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, [value].flat().join(', '))
  const status = response.statusCode ?? 502
  const empty = status === 204 || status === 304
  return new Response(empty ? null : new Uint8Array(Buffer.concat(parts)), { status, headers })
}
