import type { IncomingHttpHeaders } from 'node:http'
import type { Addresses } from '../kernel/context.ts'

/** Browsers name their origin: it must be the host that they ask, or one of our two addresses. Other programs name none. */
export function ownOrigin({ origin, host }: IncomingHttpHeaders, addresses: Addresses): boolean {
  if (!origin || origin === addresses.portal || origin === addresses.admin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
