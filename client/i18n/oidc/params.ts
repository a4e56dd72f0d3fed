// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  with: { label: string | number }
  linked: { label: string | number }
  university: { label: string | number }
  'confirm.login': { label: string | number }
  'confirm.title': { label: string | number }
  'confirm.text': { label: string | number }
  'own.linked': { label: string | number }
  'own.link': { label: string | number }
  'own.unlink.title': { label: string | number }
}
