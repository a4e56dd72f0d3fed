// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'products.basic': { names: string | number }
  'loginPath.hint': { address: string | number }
  counts: { users: number; sites: number }
  'counts.zones': { zones: number }
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
}
