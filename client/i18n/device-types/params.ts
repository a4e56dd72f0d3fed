// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'model.nameless': { number: string | number }
  'model.upOf': { name: string | number }
  'model.removeOf': { name: string | number }
  rule: { number: string | number }
  'rule.remove': { number: string | number }
  'rule.values.hint': { words: string | number }
  faults: { count: number }
  'try.bad': { detail: string | number }
  'try.ignored': { event: string | number }
  'fault.bad-value': { path: string | number; value: string | number; target: string | number }
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
}
