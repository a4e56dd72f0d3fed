// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'stale.since': { time: string | number }
  showMore: { count: number }
  shown: { shown: string | number; total: string | number }
  'pager.shown': { from: string | number; until: string | number; total: string | number }
  'pager.shownMore': { from: string | number; until: string | number; total: string | number }
  'safety.label': { word: string | number }
  'error.support': { code: string | number }
  'field.tooShort': { count: string | number }
}
