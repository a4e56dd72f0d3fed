// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  difference: { field: string | number; before: string | number; after: string | number }
  error: { field: string | number; text: string | number }
  progress: { done: string | number; total: string | number }
  sending: { name: string | number; percent: string | number }
  'run.text': { added: number; changed: number }
  wrong: { count: number }
  done: { added: number; changed: number }
}
