// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'site.devices': { count: number }
  'site.malfunctions': { count: number }
  'site.off': { count: number }
  canvas: { site: string | number }
  'option.place': { x: string | number; y: string | number }
  north: { degrees: string | number }
  scale: { length: string | number }
  metres: { metres: string | number }
  centimetres: { centimetres: string | number }
  'place.at': { x: string | number; y: string | number }
  'place.turned': { x: string | number; y: string | number; degrees: string | number }
  'size.of': { width: string | number; height: string | number }
  'summary.moving': { count: number }
  'summary.unplaced': { count: number }
  'edit.title': { site: string | number }
  changes: { count: number }
  'conflict.text': { name: string | number; time: string | number }
  'unplaced.placeOne': { device: string | number }
  'background.size': { width: string | number; height: string | number }
  'background.sending': { name: string | number; percent: string | number }
  'background.refused': { name: string | number; reason: string | number }
  'export.done': { name: string | number }
  'export.asOf': { time: string | number }
}
