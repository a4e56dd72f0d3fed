// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'views.saved': { name: string | number }
  'views.remove': { name: string | number }
  'views.rename': { name: string | number }
  'views.renamed': { name: string | number }
  'csv.done': { name: string | number }
  count: { count: number; shown: string | number }
  'count.more': { shown: string | number }
  'filters.more': { count: number }
  'filters.every': { filter: string | number }
  'filters.remove': { name: string | number }
  'sort.ascending': { column: string | number }
  'sort.descending': { column: string | number }
  select: { name: string | number }
  'select.matching': { shown: string | number }
  'select.first': { shown: string | number }
  selected: { count: number }
}
