// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  times: { count: number }
  new: { count: number }
}
