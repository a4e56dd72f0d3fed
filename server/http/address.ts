import type { IncomingMessage } from 'node:http'
import type { Addresses } from '../kernel/context.ts'

/** Returns the application of a Host header: the administration by its host, otherwise the portal. */
export function appOf(host: string | undefined, addresses: Addresses): 'portal' | 'admin' {
  const asked = (host ?? '').toLowerCase()
  const admin = new URL(addresses.admin)
  if (asked === admin.host) return 'admin'
  const sameName = admin.hostname === new URL(addresses.portal).hostname
  return !sameName && asked.replace(/:\d+$/, '') === admin.hostname ? 'admin' : 'portal'
}

/** Returns the host that a browser requested, as Express does: behind our proxies the one that they forward. */
export function requestedHost({ headers }: IncomingMessage, proxies: number): string | undefined {
  const forwarded =
    proxies > 0
      ? String(headers['x-forwarded-host'] ?? '')
          .split(',')[0]
          ?.trim()
      : ''
  return forwarded || headers.host
}
