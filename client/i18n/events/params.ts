// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  copyName: { name: string | number }
  copied: { name: string | number }
  window: { from: string | number; until: string | number }
  'preview.codes': { count: number }
  'preview.enrolled': { count: number }
  'preview.zone': { zone: string | number }
  'preview.start': { at: string | number }
  'preview.starts': { from: string | number; until: string | number }
  'preview.shortest': { length: string | number; price: string | number }
  'preview.longest': { length: string | number; price: string | number }
  booked: { count: number }
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
}
