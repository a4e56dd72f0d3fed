import type { Addresses } from '../../kernel/context.ts'

/** For whom a passkey is made, and from which pages it may be used. */
export interface RelyingParty {
  readonly id: string
  readonly origins: readonly string[]
}

/**
 * Returns the relying party of an application. If one host is below the other (portal.example, admin.portal.example),
 * passkeys work at both. Otherwise each has its own: nobody uses both applications.
 */
export function relyingParty(addresses: Addresses, app: 'portal' | 'admin'): RelyingParty {
  const portal = new URL(addresses.portal)
  const admin = new URL(addresses.admin)
  const own = app === 'admin' ? admin : portal
  const shared = [portal.hostname, admin.hostname].find((host) =>
    [portal, admin].every(({ hostname }) => hostname === host || hostname.endsWith(`.${host}`)),
  )
  if (shared?.includes('.')) return { id: shared, origins: [portal.origin, admin.origin] }
  return { id: own.hostname, origins: [own.origin] }
}
