import { type Room, rooms } from '../../contract/rooms.ts'

/** What somebody may see: sites, zones (through their sites), or everything. The narrowest one counts. */
export interface Scope {
  readonly siteIds?: readonly number[]
  readonly zoneIds?: readonly number[]
  readonly all?: true
}

/** Returns the condition on a column of site ids that limits a query to the scope; an empty scope sees nothing. */
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

/** Returns the rooms of a site: its zones, itself, and all. */
export function siteRooms(siteId: number | null, zoneIds: readonly number[]): Room<'zone' | 'site' | 'all'>[] {
  return [...zoneIds.map(rooms.zone), ...(siteId === null ? [] : [rooms.site(siteId)]), rooms.all()]
}

/** Time as it goes over the wire. */
export function iso(time: Date): string
export function iso(time: Date | null): string | null
export function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
