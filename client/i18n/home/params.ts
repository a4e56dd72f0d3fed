// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'start.hello': { name: string | number }
  'start.until': { date: string | number }
  'start.others': { count: number }
}
