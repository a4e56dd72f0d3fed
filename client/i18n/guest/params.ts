// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  begins: { age: string | number }
  ends: { age: string | number }
  zone: { zone: string | number }
  'maintenance.span': { from: string | number; until: string | number; reason: string | number }
  'maintenance.open': { from: string | number; reason: string | number }
}
