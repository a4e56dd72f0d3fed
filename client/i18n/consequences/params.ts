// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  dependants: { what: string | number }
  reservations: { running: number; future: number; amount: string | number }
  cannotExtend: { count: number }
  losesFeature: { count: number }
  losers: { count: number }
  holds: { count: number }
  lost: { what: string | number }
  more: { count: number }
  'moved.reservations': { count: number }
  'moved.fewer': { count: number }
  'loss.picture': { count: number }
  'loss.site-plan': { count: number }
  'loss.token': { count: number }
  'loss.malfunction': { count: number }
  'loss.maintenance': { count: number }
  'loss.enrolment': { count: number }
  'loss.block': { count: number }
  'loss.announcement': { count: number }
}
