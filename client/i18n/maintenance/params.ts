// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  span: { from: string | number; until: string | number }
  'span.open': { from: string | number }
  'span.zone': { zone: string | number }
  'progress.running': { done: string | number; total: string | number }
  'progress.done': { total: number }
  'why.left': { count: number }
  'preview.sentence': { all: number; moves: number; cannot: number; loses: number }
  'preview.devices': { count: number }
  'preview.refund': { amount: string | number }
  'preview.message': { language: string | number; mails: number; sms: number }
  'preview.untold': { count: number }
  'preview.suggested': { time: string | number }
  'preview.overlap.span': { target: string | number; from: string | number; until: string | number }
  'preview.overlap.open': { target: string | number; from: string | number }
  'preview.first': { shown: string | number; total: string | number }
  'item.move': { from: string | number; to: string | number }
  'item.tries': { time: string | number }
  'item.refund': { amount: string | number }
  'confirm.title': { target: string | number }
  'confirm.word': { word: string | number }
  'changed.added': { count: number }
  'changed.gone': { count: number }
  'changed.changed': { count: number }
  'changed.item': { number: string | number; person: string | number; outcome: string | number }
  'changed.itemGone': { number: string | number; person: string | number }
  'changed.itemChanged': { number: string | number; person: string | number; before: string | number; after: string | number }
  'changed.more': { count: number }
  'period.title': { target: string | number }
  'fact.set.by': { time: string | number; person: string | number }
  'affected.tries': { time: string | number }
  'affected.refunded': { amount: string | number }
  'revoke.end.title': { target: string | number }
  'revoke.takeBack.title': { target: string | number }
  'revoke.restored': { count: number }
  'revoke.moved': { count: number }
  'column.pending': { count: number }
  'remove.title': { target: string | number }
  removed: { target: string | number }
}
