// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'about.zone': { name: string | number }
  'about.site': { name: string | number }
  'about.device': { name: string | number }
  'choose.devices': { count: string | number }
  'choose.more': { count: string | number }
  'span.shown': { from: string | number; until: string | number }
  'compare.shown': { from: string | number; until: string | number }
  'compare.failed': { why: string | number }
  before: { value: string | number }
  'change.moreBy': { by: string | number }
  'change.lessBy': { by: string | number }
  'change.points': { count: string | number }
  'step.from': { date: string | number }
  view: { title: string | number }
  'chart.label': { name: string | number; low: string | number; high: string | number }
  'chart.cursor': { metric: string | number }
  'heat.upTo': { value: string | number }
  'sensors.over': { count: number }
  still: { from: string | number; until: string | number }
  'csv.of': { title: string | number }
  'csv.done': { name: string | number }
  'csv.before': { title: string | number }
}
