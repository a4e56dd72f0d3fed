// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  asOf: { time: string | number }
  of: { count: string | number; all: string | number }
  'malfunctions.note': { errors: number }
  'gateways.note': { silent: number }
  'companies.note': { count: number }
  'messages.note': { count: number }
  'log.note': { count: number }
  'jobs.note': { count: number }
  'storage.note': { days: number }
  'processes.note': { count: number }
  'load.note': { memory: string | number; delay: string | number }
}
