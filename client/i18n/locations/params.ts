// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
  unnamed: { id: string | number }
}
