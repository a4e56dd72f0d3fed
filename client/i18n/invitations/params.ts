// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  text: { by: string | number; email: string | number; company: string | number }
  until: { date: string | number }
  otherPerson: { you: string | number; email: string | number }
  hasAccount: { email: string | number }
  newAccount: { email: string | number }
  'open.until': { date: string | number }
  'open.expired': { date: string | number }
  'invite.sent': { email: string | number }
  'withdraw.label': { email: string | number }
  withdrawn: { email: string | number }
  'remove.label': { name: string | number }
  'remove.text': { count: number }
  removed: { name: string | number }
}
