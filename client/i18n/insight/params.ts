// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'malfunctions.lead': { open: number; unseen: number }
  'detail.low-voltage': { voltage: string | number; threshold: string | number }
  'detail.gateway-silent': { count: number }
  'detail.stuck-door': { minutes: string | number }
  'where.gateway': { name: string | number }
  'where.zones': { names: string | number }
  'gateway.old': { time: string | number }
  'ack.for': { kind: string | number; place: string | number }
  'ack.by': { name: string | number }
  'ack.done': { kind: string | number; place: string | number }
  details: { kind: string | number; place: string | number }
  'new.one': { kind: string | number; place: string | number }
  'new.many': { count: number }
  'affected.now': { count: number }
  'affected.from': { count: number; time: string | number }
  unsteady: { count: number }
  returned: { count: number }
  tried: { count: number; action: string | number; state: string | number }
  comments: { count: number }
  assigned: { name: string | number }
  over: { time: string | number }
  'lot.device': { name: string | number }
  'lot.plan': { site: string | number }
  'lasted.days': { days: string | number; hours: string | number }
  'lasted.hours': { hours: string | number; minutes: string | number }
  'lasted.minutes': { minutes: string | number }
  'explains.count': { count: number }
  folded: { count: number }
  'assign.freed': { place: string | number }
  'assign.done': { place: string | number; name: string | number }
  'entry.assigned': { name: string | number; to: string | number }
  'entry.freed': { name: string | number }
  'ways.timeMachine': { site: string | number }
  'filter.device': { name: string | number }
  'filter.device.clear': { name: string | number }
  'commands.by': { name: string | number }
  'curves.zone': { zone: string | number }
  'resolution.other': { step: string | number }
  'curves.readings': { count: number }
  'curve.label': { metric: string | number; low: string | number; high: string | number; last: string | number }
  'curve.none': { metric: string | number }
  'curve.range': { low: string | number; high: string | number }
}
