import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { addressKey, plainAddress } from '../session/login-limits.ts'

/** Open connections of one address: an office or a campus may share one. */
export const maxPerAddress = 1_000
/** Time for the headers of a request, and for the whole of it: a picture on a slow line takes a minute. */
const headersMs = 20_000
const requestMs = 120_000
/** A connection on which nothing moves is closed after this time; between requests after keepAliveMs. */
const idleMs = 120_000
const keepAliveMs = 65_000
/** How often Node looks for requests that are late; an option of createServer. */
export const checkingMs = 5_000

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('::1', 'ipv6')

/** Whether an address is this machine: its proxy, its simulated gateways, its load tests. Not limited. */
const isThisMachine = (address: string): boolean => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Bounds the time of requests and of idle connections. */
export function limitTimes(http: Server): void {
  http.headersTimeout = headersMs
  http.requestTimeout = requestMs
  http.timeout = idleMs
  http.keepAliveTimeout = keepAliveMs
}

export interface Places {
  /** Takes a place; returns the function that gives it back, or null if the address has too many. */
  take(address: string): (() => void) | null
}

/** Counts what one address (an IPv6 customer's /64) has open. */
export function createPlaces(max = maxPerAddress): Places {
  const open = new Map<string, number>()
  return {
    take(address) {
      const plain = plainAddress(address)
      if (isThisMachine(plain)) return () => {}
      const key = addressKey(plain)
      const count = open.get(key) ?? 0
      if (count >= max) return null
      open.set(key, count + 1)
      return () => {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

/** Closes connections beyond the maximum of their address, before anything is read from them. */
export function limitConnections(http: Server, log: Pick<Logger, 'warn'>, places = createPlaces()): void {
  http.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const giveBack = places.take(address)
    if (giveBack) return void socket.once('close', giveBack)
    log.warn({ address }, 'too many connections of one address')
    socket.destroy()
  })
}
