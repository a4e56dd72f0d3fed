// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'prefix.unknown': { prefix: string | number }
  'boughtBy.more': { count: number }
  'closing.people': { people: number }
  'closing.PAYMENT': { amount: string | number }
  'closing.holds': { holds: number; amount: string | number }
  'closing.paid': { reservations: number; people: number; amount: string | number }
  'closing.LPR': { reservations: number; people: number }
  'closing.GPS': { reservations: number; people: number }
  'closing.SMS': { reservations: number; people: number }
  'closing.tenants': { tenants: number }
  added: { name: string | number }
  saved: { name: string | number }
  removed: { name: string | number }
}
