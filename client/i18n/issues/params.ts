// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  progress: { done: string | number; all: string | number }
  checked: { kinds: string | number; time: string | number; wrong: number }
  none: { time: string | number }
  'none.text': { count: string | number }
  count: { count: number }
  more: { count: string | number }
  'mend.company': { name: string | number; companies: string | number }
  'mend.location': { name: string | number; from: string | number; to: string | number }
  'mend.refund': { amount: string | number; number: string | number }
}
