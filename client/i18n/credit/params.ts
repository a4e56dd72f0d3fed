// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  overdraft: { amount: string | number }
  'topUp.bounds': { least: string | number; most: string | number }
  'topUp.wrong': { least: string | number; most: string | number }
  succeeded: { amount: string | number }
  failed: { amount: string | number }
}
