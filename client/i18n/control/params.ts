// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  devices: { count: number }
  gateway: { name: string | number }
  'gateway.down': { name: string | number }
  path: { number: string | number }
  details: { device: string | number }
  actions: { device: string | number }
  more: { device: string | number }
  'do.open': { device: string | number }
  'do.close': { device: string | number }
  'do.refresh': { device: string | number }
  'do.recalibrate': { device: string | number }
  'do.reboot': { device: string | number }
  'anyway.for': { device: string | number }
  'anyway.title': { device: string | number }
  announce: { device: string | number; text: string | number }
  'select.group': { group: string | number }
  'select.all': { count: string | number }
  'select.hidden': { count: number }
  'many.act': { action: string; count: string | number }
  'many.title': { action: string; count: number }
  'many.will': { count: number; action: string }
  'many.cannot': { count: number }
  'many.andMore': { names: string | number; count: number }
  'several.title': { action: string; count: number }
  'several.emergency': { count: number }
  'several.sum': { confirmed: string | number; total: string | number; failed: number; waiting: number }
  'several.again': { count: number }
  'several.shown': { shown: string | number; total: string | number }
  'emergency.devices': { count: number }
  'emergency.word': { site: string | number }
  'emergency.act': { count: number }
}
