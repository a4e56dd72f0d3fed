// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
  'clock.ahead': { seconds: string | number }
  'clock.behind': { seconds: string | number }
  silentFor: { hours: string | number }
  'tokens.madeAt': { at: string | number }
  'tokens.copy': { what: string | number }
  'simulated.until': { time: string | number }
}
