import type { AnyQueryBuilder } from 'objection'

/** Who asks: somebody who sees everything, or the things of some zones. */
export interface Viewer {
  readonly seesAll: boolean
  readonly zoneIds: readonly number[]
}
type Scope = (query: AnyQueryBuilder, viewer: Viewer) => void

/** Modifier `visibleTo` of what belongs to a site: the viewer sees what is at sites of his zones. */
export const visibleBySite = (column: string): Scope =>
  scope(column, 'in (select site_id from site_zones where zone_id = any (?))')

/** Modifier `visibleTo` of what belongs to a zone. */
export const visibleByZone = (column: string): Scope => scope(column, '= any (?)')

/** Modifier of what is shown by its name only. */
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
