// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'groups.to': { email: string | number }
  'mail.of': { group: string | number }
  'sms.of': { group: string | number }
  'consent.since': { time: string | number }
  'plates.row': { place: string | number }
  'email.now': { email: string | number }
  'email.sent': { email: string | number }
  'email.confirm.done': { email: string | number }
  'cancel.credit': { amount: string | number }
  'cancel.reservations': { count: number }
  'sms.number': { number: string | number }
}
