// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'door.open': { what: string }
  'door.closed': { what: string }
  already: { action: string }
  'running.sending': { action: string }
  'running.queued': { action: string }
  'running.sent': { action: string }
  'running.taken': { action: string }
  'outcome.confirmed': { action: string }
  'outcome.late': { action: string }
  'outcome.failed': { action: string; reason: string | number }
  'outcome.expired': { action: string }
  'outcome.notInTime': { action: string; reason: string | number }
  'outcome.unknown': { action: string }
  'outcome.refused': { reason: string | number }
  'why.other': { reason: string | number }
  'support.copy': { code: string | number }
}
