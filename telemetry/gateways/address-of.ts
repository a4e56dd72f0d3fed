import type { IncomingMessage } from 'node:http'

/** Returns the client's address behind our proxies, each of which appended the address that it saw. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const way = [...forwarded.map((each) => each.trim()).filter(Boolean), request.socket.remoteAddress ?? '']
  return way.at(-1 - Math.min(proxies, way.length - 1)) ?? ''
}
