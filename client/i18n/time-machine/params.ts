// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'title.site': { site: string | number }
  'speed.times': { count: string | number }
  'around.now': { time: string | number }
  'around.go': { time: string | number; place: string | number; text: string | number }
  'event.report': { state: string | number }
  'event.report.door': { state: string | number; door: string | number }
  'event.late': { told: string | number; minutes: number }
  'event.silent': { time: string | number }
  'event.begins': { number: string | number }
  'event.movedHere': { number: string | number }
  'event.ends.over': { number: string | number }
  'event.ends.canceled': { number: string | number }
  'event.ends.moved': { number: string | number }
  'event.command': { action: string }
  'event.wrong': { kind: string | number }
  'event.right': { kind: string | number }
  'event.maintenance': { reason: string | number }
  'event.access': { event: string | number; outcome: string | number }
  'fact.already': { time: string | number }
  'fact.late': { minutes: number }
  number: { number: string | number }
  'site.maintenance': { reason: string | number }
  'more.text': { time: string | number }
  'cut.text': { time: string | number }
}
