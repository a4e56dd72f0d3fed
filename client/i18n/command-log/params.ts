// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'chip.device': { device: string | number }
  'row.open': { code: string | number }
  all: { count: number }
  'command.title': { action: string; device: string | number }
  before: { seconds: string | number }
  'step.report': { state: string | number }
  'moment.door': { what: string }
  'moment.openingsOf': { used: string | number; limit: string | number }
  'seen.refused': { reason: string | number }
}
