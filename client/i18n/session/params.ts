// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'login.wait': { seconds: string | number }
  'register.passwordHint': { minimum: string | number }
  'sent.text': { email: string | number }
  mailFolder: { folder: string | number }
  'confirm.text': { email: string | number }
}
