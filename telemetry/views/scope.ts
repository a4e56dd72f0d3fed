import { type Room, rooms } from '../../contract/rooms.ts'

/** What somebody may see: the things of sites, of zones (by their sites), or everything. The narrower one counts. */
export interface Scope {
  readonly siteIds?: readonly number[]
  readonly zoneIds?: readonly number[]
  readonly all?: true
}

/** The condition that keeps a query inside the scope, on its column of site ids; an empty scope sees nothing. */
export function siteScope(scope: Scope, column: string): { sql: string; bindings: number[][] } {
  const parts: string[] = []
  const bindings: number[][] = []
  if (scope.siteIds) {
    parts.push(`${column} = ANY (?)`)
    bindings.push([...scope.siteIds])
  }
  if (scope.zoneIds) {
    parts.push(`${column} IN (SELECT site_id FROM site_zones WHERE zone_id = ANY (?))`)
    bindings.push([...scope.zoneIds])
  }
  if (parts.length === 0) parts.push(scope.all ? 'true' : 'false')
  return { sql: parts.join(' AND '), bindings }
}

/** Rooms of what happens at a site: its zones, itself, and whoever sees everything. */
export function siteRooms(siteId: number | null, zoneIds: readonly number[]): Room<'zone' | 'site' | 'all'>[] {
  return [...zoneIds.map(rooms.zone), ...(siteId === null ? [] : [rooms.site(siteId)]), rooms.all()]
}

/** Time as it goes over the wire. */
export function iso(time: Date): string
export function iso(time: Date | null): string | null
export function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
