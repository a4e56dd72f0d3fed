// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  zone: { zone: string | number }
  around: { place: string | number }
  inZone: { zone: string | number }
  'around.clear': { place: string | number }
  'kind.count': { kind: string | number; free: string | number; maximum: string | number }
  'counts.free': { free: number }
  'counts.rest': { occupied: number; maximum: string | number }
  away: { distance: string | number }
  from: { price: string | number }
  'choose.of': { name: string | number }
  'map.marker': { name: string | number; free: string | number; maximum: string | number }
  'map.unplaced': { count: number }
  'fix.later': { by: string | number }
  'fix.earlier': { by: string | number }
  'fix.shorter': { by: string | number }
  'fix.longer': { by: string | number }
  'fix.site': { name: string | number }
  'fix.device': { name: string | number }
  'blocked.title': { zone: string | number }
  'blocked.by': { name: string | number }
  'blocked.reason': { reason: string | number }
  lost: { names: string | number }
  'take.of': { name: string | number }
  'along.with': { names: string | number }
  'along.text': { names: string | number }
  'held.title': { name: string | number; site: string | number }
  'hold.title': { name: string | number }
  'hold.lead': { site: string | number }
  'hold.leftSaid': { seconds: string | number }
  gaveUp: { name: string | number }
  'documents.accept': { title: string | number }
  'documents.read': { title: string | number }
  tax: { rate: string | number }
  'pay.balance': { balance: string | number }
  'pay.costCenter': { number: string | number }
  'pay.missing': { missing: string | number; price: string | number }
  'pay.topUp': { amount: string | number }
  book: { price: string | number }
  'book.card': { price: string | number }
  'paying.go': { price: string | number }
  'end.credited.text': { amount: string | number }
  'end.pending.text': { amount: string | number }
  'end.refunded.text': { refunded: string | number }
  'end.number': { number: string | number }
  'end.soon': { seconds: string | number }
  'refund.free': { until: string | number }
  'refund.fullThenHalf': { until: string | number; full: string | number; half: string | number }
  'refund.full': { until: string | number; full: string | number }
  'refund.half': { until: string | number; half: string | number }
}
