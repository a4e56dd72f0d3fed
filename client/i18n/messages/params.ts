// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'filter.count': { name: string | number; count: string | number }
  'failed.title': { count: number }
  'again.of': { recipient: string | number }
  'again.many': { count: number }
  'again.many.done': { count: number }
}
