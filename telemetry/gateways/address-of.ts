import type { IncomingMessage } from 'node:http'

/** The address of whoever asks, behind so many proxies of ours: each has put the one that it saw at the end of the list. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const way = [...forwarded.map((each) => each.trim()).filter(Boolean), request.socket.remoteAddress ?? '']
  return way.at(-1 - Math.min(proxies, way.length - 1)) ?? ''
}
