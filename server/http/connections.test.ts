import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createPlaces, limitConnections, limitTimes } from './connections.ts'

const http = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
  request.resume().once('end', () => response.end('done'))
})
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe('connections of one address', () => {
  it('are bounded; a place is free again when one closes; this machine is not limited', () => {
    const places = createPlaces(2)
    const [first, second] = [places.take('203.0.113.1'), places.take('::ffff:203.0.113.1')]
    expect(places.take('203.0.113.1')).toBeNull()
    expect(places.take('203.0.113.2')).not.toBeNull()
    first?.()
    expect(places.take('203.0.113.1')).not.toBeNull()
    expect(second).not.toBeNull()
    for (let n = 0; n < 10; n += 1) for (const own of ['127.0.0.1', '::1']) expect(places.take(own)).not.toBeNull()
  })

  it('count by the network of an IPv6 customer', () => {
    const places = createPlaces(1)
    expect(places.take('2001:db8:1:2::1')).not.toBeNull()
    expect(places.take('2001:db8:1:2::2')).toBeNull()
    expect(places.take('2001:db8:1:3::1')).not.toBeNull()
  })

  it('are closed beyond that before anything is read, and headers and bodies must come in time', async () => {
    let free = 2
    limitTimes(http)
    expect(http.headersTimeout).toBeLessThanOrEqual(30_000)
    expect(http.requestTimeout).toBeLessThanOrEqual(120_000)
    expect(http.timeout).toBeLessThanOrEqual(120_000)
    Object.assign(http, { headersTimeout: 50, requestTimeout: 50 })
    const places = { take: () => (free > 0 ? ((free -= 1), () => void (free += 1)) : null) }
    limitConnections(http, pino({ level: 'silent' }), places)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const open = (text: string) => {
      const socket = connect((http.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      socket.write(text)
      socket.resume()
      sockets.push(socket)
      return once(socket, 'close')
    }
    const slow = [
      open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na'),
      open('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    ]
    await expect.poll(() => free).toBe(0)
    await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await Promise.all(slow)
    await expect.poll(() => free).toBe(2)
    await new Promise((resolve) => http.close(resolve))
  })
})
