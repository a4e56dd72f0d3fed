// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  lead: { type: string | number; site: string | number }
  'do.open': { device: string | number }
  'do.close': { device: string | number }
  path: { name: string | number }
  lastKnown: { state: string | number }
  'door.open': { what: string }
  'door.closed': { what: string }
  'door.lastOpen': { what: string }
  'door.lastClosed': { what: string }
  'will.first': { device: string | number }
  'will.then': { device: string | number }
  'will.after': { seconds: number; device: string | number }
  'will.stops': { device: string | number }
  'phase.early': { time: string | number }
  'phase.early.wait': { time: string | number }
  'phase.open': { time: string | number }
  'phase.yours': { time: string | number }
  'phase.over.text': { time: string | number }
  'grace.text': { end: string | number; until: string | number }
  'grace.cost': { amount: string | number }
  'grace.freeUntil': { time: string | number; after: string | number }
  'grace.costUntil': { amount: string | number; time: string | number; after: string | number }
  zone: { zone: string | number }
  'off.already-in-state': { action: string }
  'unsure.waits': { time: string | number }
  'unsure.text': { time: string | number }
  'asking.text': { time: string | number }
  'never.text': { action: string }
  'unsent.text': { action: string }
  'unclear.text': { time: string | number }
  'refused.title': { action: string }
  'refused.text': { reason: string | number; action: string }
  'last.title': { kind: string }
  'last.text': { kind: string }
  'last.act': { action: string }
  'last.was': { kind: string }
  'openings.entry': { left: string | number; limit: string | number }
  'openings.exit': { left: string | number; limit: string | number }
  'openings.none': { kind: string }
  'run.running': { action: string }
  'run.done': { action: string }
  'run.stopped': { action: string; device: string | number }
  'run.not': { action: string }
  'run.unsure': { action: string }
  'run.deadline': { time: string | number }
  'step.due': { seconds: number }
  'step.done': { action: string }
  'step.late': { action: string }
  'step.unknown': { action: string }
  'step.notInTime': { action: string }
  'step.expired': { action: string }
  'step.failed': { action: string; reason: string | number }
  'step.refused': { action: string; reason: string | number }
  'step.skipped': { action: string }
  'step.notReached': { action: string }
  says: { device: string | number; text: string | number }
  'pin.say': { digits: string | number }
  'pin.at': { devices: string | number }
  'pin.later': { time: string | number }
  'rfid.text': { devices: string | number }
  'rfid.token': { token: string | number }
  'plate.text': { devices: string | number; plate: string | number }
  'plate.none': { devices: string | number }
  'qr.show': { device: string | number }
  'qr.label': { device: string | number }
  'qr.left': { seconds: number }
  'qr.failed': { reason: string | number }
  'gps.away': { distance: string | number; radius: string | number }
  'gps.early': { time: string | number }
  'gps.refused': { reason: string | number }
  'gps.vague': { accuracy: string | number }
  'card.in': { time: string | number }
  'card.at': { time: string | number }
}
