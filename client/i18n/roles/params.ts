// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  cell: { product: string | number; role: string | number }
  always: { role: string | number }
  users: { users: number }
  like: { role: string | number }
  unsaved: { count: number }
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
}
