// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  span: { from: string | number; until: string | number; reason: string | number }
  open: { from: string | number; reason: string | number }
  looking: { time: string | number }
  back: { amount: string | number }
  'back.of': { amount: string | number }
  contact: { contact: string | number }
  'cancel.of': { device: string | number }
  'refund.hit': { until: string | number; full: string | number }
  'refund.hitNow': { amount: string | number }
}
