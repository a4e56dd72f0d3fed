// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  facts: { width: string | number; height: string | number; size: string | number }
  remove: { name: string | number }
  removed: { name: string | number }
  cancel: { name: string | number }
  replaced: { name: string | number }
  open: { name: string | number }
  actions: { name: string | number }
  number: { number: string | number; count: string | number }
  'alt.missing': { count: number }
}
