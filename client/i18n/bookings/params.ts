// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'chip.price': { min: string | number; max: string | number }
  'chip.priceOpen': { min: string | number }
  'chip.days': { from: string | number; until: string | number }
  'row.refunded': { amount: string | number }
  'report.loading': { size: string | number }
  'report.done': { name: string | number }
  'detail.device': { device: string | number }
  'detail.zoneOff': { zone: string | number }
  'fact.tax': { rate: string | number }
  'history.held': { time: string | number }
  'history.follows': { number: string | number }
  'history.followedBy': { number: string | number; time: string | number }
  'maintenance.open': { from: string | number; reason: string | number }
  'maintenance.span': { from: string | number; until: string | number; reason: string | number }
  'calendar.title': { device: string | number }
  'calendar.zone': { zone: string | number }
  'calendar.day': { date: string | number; count: number }
  'calendar.short': { hours: number }
  'calendar.long': { hours: number }
  'calendar.now': { time: string | number }
  'calendar.more': { count: number }
  'kind.label': { kind: string | number; from: string | number; until: string | number; title: string | number }
  'reserve.placeHint': { free: string | number; all: string | number }
  'reserve.taken': { place: string | number }
  'reserve.held': { place: string | number }
  'reserve.off': { place: string | number }
}
