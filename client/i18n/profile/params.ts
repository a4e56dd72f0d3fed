// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'groups.to': { email: string | number }
  'mail.of': { group: string | number }
  'sms.of': { group: string | number }
  'consent.since': { time: string | number }
}
