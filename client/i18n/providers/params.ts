// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  lead: { name: string | number }
  'test.noGroups': { claim: string | number }
  saved: { name: string | number }
}
