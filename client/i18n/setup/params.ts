// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  progress: { done: string | number; of: string | number }
  nextStep: { step: string | number }
  'state.waiting': { step: string | number }
  siteMade: { name: string | number; devices: number }
}
