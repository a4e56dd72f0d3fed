// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  begins: { age: string | number }
  ends: { age: string | number }
  expires: { age: string | number }
  actions: { device: string | number }
  'do.extend': { device: string | number }
  'do.share': { device: string | number }
  'do.changeDevice': { device: string | number }
  'do.edit': { device: string | number }
  'do.cancel': { device: string | number }
  'price.last': { price: string | number }
  lines: { count: number }
  followed: { end: string | number }
  tax: { percent: string | number }
  'cancel.act': { amount: string | number }
  'cancel.back': { paid: string | number; amount: string | number }
  'cancel.nothing': { paid: string | number }
  'cancel.children': { count: number }
  'cancel.changed': { amount: string | number }
  'cancel.done': { amount: string | number }
  'edit.done': { fields: string | number }
  'share.qr': { title: string | number }
  'share.open': { count: number }
  'share.uses': { count: number }
  'share.until': { time: string | number }
  'share.revokeOf': { kind: string | number }
  'extend.minutes': { minutes: string | number }
  'extend.here': { device: string | number }
  'extend.price': { price: string | number; tax: string | number }
  'extend.notHere': { device: string | number }
  'extend.fix': { end: string | number }
  'extend.pay': { price: string | number }
  'pay.balance': { amount: string | number }
  'paying.left': { left: string | number }
}
