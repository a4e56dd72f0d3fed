import type { Barrier } from '../../db/models/sites.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Returns the fetched rows that a barrier refers to, by name. */
export function referencesOf({ siteId, site, gateway = null, device = null }: Barrier): {
  site: Named
  gateway: Named | null
  device: Named | null
} {
  const named = (row: Named | null) => (row === null ? null : { id: row.id, name: row.name })
  return {
    site: { id: siteId, name: site?.fullName ?? site?.name ?? `#${siteId}` },
    gateway: named(gateway),
    device: named(device),
  }
}
