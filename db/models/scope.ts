import type { AnyQueryBuilder } from 'objection'

/** Viewer of a query: sees everything, or what belongs to some zones. */
export interface Viewer {
  readonly seesAll: boolean
  readonly zoneIds: readonly number[]
}
type Scope = (query: AnyQueryBuilder, viewer: Viewer) => void

/** Modifier `visibleTo` for rows that belong to a site: limits them to sites of the viewer's zones. */
export const visibleBySite = (column: string): Scope =>
  scope(column, 'in (select site_id from site_zones where zone_id = any (?))')

/** Modifier `visibleTo` for rows that belong to a zone. */
export const visibleByZone = (column: string): Scope => scope(column, '= any (?)')

/** Modifier `visibleTo` of what belongs to a tenant: visible to viewers who manage one of its zones. */
export const visibleByTenant = (column: string): Scope =>
  scope(column, 'in (select tenant_id from zones where id = any (?))')

/** Modifier for rows of which only the name is shown. */
export function named(query: AnyQueryBuilder): void {
  const model = query.modelClass()
  query.select(model.ref('id'), model.ref('name'))
}

function scope(column: string, condition: string): Scope {
  return (query, { seesAll, zoneIds }) => {
    const table = query.modelClass().ref(column)
    if (!seesAll) query.whereRaw(`? ${condition}`, [table, [...zoneIds]])
  }
}
